export { dashboardsConsole } from './dashboards.console.tsx'
