export { environmentConsole } from './environment.console.tsx'
