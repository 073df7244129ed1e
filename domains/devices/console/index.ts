export { devicesConsole } from './devices.console.tsx'
export { GroupDialog } from './lazy-group.ts'
export { DeviceMisfits } from './lazy-misfits.ts'
export { recordTabs } from './record-tabs.tsx'
