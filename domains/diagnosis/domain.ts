import { defineDomain } from '@lamplight/kit'

export const diagnosis = defineDomain({
  name: 'diagnosis',
  label: ['异常诊断', 'Diagnosis'],
  about: ['仅凭电表读数和相邻灯具发现的故障', 'Faults found from meter readings and neighbours alone'],
  level: 8,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting', 'strategies', 'cabinets', 'alarms'],
})
