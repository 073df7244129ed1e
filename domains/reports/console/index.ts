export { reportsConsole } from './reports.console.tsx'
