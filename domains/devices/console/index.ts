export { devicesConsole } from './devices.console.tsx'
export { GroupDialog } from './group-door.ts'
export { recordTabs } from './record-tabs.tsx'
