export { chargingConsole } from './charging.console.tsx'
