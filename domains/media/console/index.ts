export { mediaConsole } from './media.console.tsx'
