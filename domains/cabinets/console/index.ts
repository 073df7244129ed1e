export { cabinetsConsole } from './cabinets.console.tsx'
