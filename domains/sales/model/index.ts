export { sales } from '../domain.ts'
export { salesMenu } from './menu.ts'
export { salesErrors } from './sales.errors.ts'
