export { charging } from '../domain.ts'
