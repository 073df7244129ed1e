export { alarmsConsole } from './alarms.console.tsx'
