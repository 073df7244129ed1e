export { environment } from '../domain.ts'
export { kinds } from './kinds.ts'
export { trashType } from './trash.device.ts'
