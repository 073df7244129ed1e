export { linkageConsole } from './linkage.console.tsx'
