export { products } from '../domain.ts'
