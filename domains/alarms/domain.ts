import { defineDomain } from '@lamplight/kit'

export const alarms = defineDomain({
  name: 'alarms',
  label: ['告警', 'Alarms'],
  about: ['告警、离线统计、故障信息和处理', 'Alarms, offline statistics, faults and how they are handled'],
  level: 7,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting', 'media', 'cabinets', 'environment'],
  offers: ['alarms_faults', 'alarms_raised', 'alarms_incidents', 'alarms_incident_spans'],
})
