export { roadcabinetsConsole } from './roadcabinets.console.tsx'
