export { environment } from '../domain.ts'
export { trashType } from './trash.device.ts'
export { trash } from './trash.resource.ts'
