export { solarConsole } from './solar.console.tsx'
