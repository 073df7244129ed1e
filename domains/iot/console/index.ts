export { iotConsole } from './iot.console.tsx'
