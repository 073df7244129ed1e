export { equipmentConsole } from './equipment.console.tsx'
