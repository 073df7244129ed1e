export { systemConsole } from './system.console.tsx'
