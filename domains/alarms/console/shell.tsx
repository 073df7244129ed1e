import { later, onSessionEnd, registerOverlay, registerTrayItem, storage, usePermission } from '@lamplight/console-kit'
import { FAULT_ALERT } from './fault-alert-key.ts'

const AlarmTray = later(async () => (await import('./alarm-tray.tsx')).AlarmTray)
const AlarmOverlay = later(async () => (await import('./alarm-overlay.tsx')).AlarmOverlay)

registerTrayItem('alarms', () => (usePermission('alarm_view') ? <AlarmTray /> : null))
registerOverlay('alarms', () => (usePermission('alarm_view') ? <AlarmOverlay /> : null))
// The fault alert is shown once per login session (decisions.md A28).
onSessionEnd(() => storage.remove(FAULT_ALERT))
