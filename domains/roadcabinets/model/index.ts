export { roadcabinets } from '../domain.ts'
