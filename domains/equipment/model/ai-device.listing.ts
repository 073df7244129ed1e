import { ALGORITHMS, deviceFields, deviceListing } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineListing } from '@lamplight/kit'

/** The area is the last column: events matter more here. */
const { areaId, ...device } = deviceFields

/** Devices that recognise events in their pictures, of all types with an AI capability (screen ai.table). */
export const aiDevice = defineListing({
  ...deviceListing,
  name: 'equipment.aiDevice',
  label: ['AI设备', 'AI device'],
  about: ['带AI识别的设备：算法、今日事件和最近事件', 'Devices that recognise events: algorithm, events today, last event'],
  roles: 'devices',
  api: { base: 'blade-device/ai/device', verbs: ['page'] },
  fields: {
    ...device,
    algorithm: f.choice(ALGORITHMS, { label: ['AI算法', 'AI algorithm'], list: { width: 140, least: 130 }, search: true }),
    algorithmName: f.text({ label: ['AI算法', 'AI algorithm'], max: 200, hidden: true }),
    eventsToday: f.int({ label: ['今日事件', 'Events today'], list: { width: 110 } }),
    lastEvent: f.text({ label: ['最近事件', 'Last event'], max: 40, hidden: true }),
    lastEventName: f.text({ label: ['最近事件', 'Last event'], max: 200, list: { width: 140, least: 136 } }),
    lastEventTime: f.time({ label: ['事件时间', 'Event time'], list: true }),
    reportedAt: f.time({ label: ['上报时间', 'Reported'], list: true }),
    areaId,
  },
  io: { export: true },
  page: { path: '/ai/device/table', label: ['AI设备表', 'AI device table'], icon: 'camera', sort: 10, parent: 'ai' },
})
