export { productsConsole } from './products.console.tsx'
