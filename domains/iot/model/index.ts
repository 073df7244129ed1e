export { iot } from '../domain.ts'
