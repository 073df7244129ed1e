export { environment } from '../domain.ts'
export { kinds } from './kinds.ts'
