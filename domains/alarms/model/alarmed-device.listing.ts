import { deviceFields, deviceListing } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineListing } from '@lamplight/kit'
import { alarm } from './alarm.resource.ts'

/** Devices of any type and gateways that have open alarms: one row each. */
export const alarmedDevice = defineListing({
  ...deviceListing,
  name: 'alarms.alarmedDevice',
  label: ['告警设备', 'Device with open alarms'],
  about: ['有未处理告警的设备：数量、最高级别和最早开始', 'Devices with open alarms: number, highest severity, earliest begin'],
  rightsOf: alarm,
  api: { base: 'blade-alarm/alarmed_device', verbs: ['page'] },
  list: { sort: 'severity,-openAlarms' },
  fields: {
    ...deviceFields,
    severity: alarm.fields.severity,
    openAlarms: f.int({ label: ['未处理告警', 'Open alarms'], list: true }),
    openSince: f.time({ label: ['最早开始', 'Open since'], list: true }),
  },
  io: { export: true },
  page: { path: '/city/alarmCenter/alarm/devices', label: ['告警设备', 'Devices with alarms'], sort: 12 },
})
