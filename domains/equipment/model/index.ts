export { equipment } from '../domain.ts'
