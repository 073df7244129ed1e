export { devicesConsole } from './devices.console.tsx'
export { GroupDialog } from './lazy-group.ts'
export { recordTabs } from './record-tabs.tsx'
