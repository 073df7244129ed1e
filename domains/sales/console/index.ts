export { salesConsole } from './sales.console.tsx'
