export { devicesConsole } from './devices.console.tsx'
