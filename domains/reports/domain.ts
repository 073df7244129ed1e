import { defineDomain } from '@lamplight/kit'

export const reports = defineDomain({
  name: 'reports',
  label: ['报表', 'Reports'],
  about: ['能耗、在线率和指令统计；保存的导出条件', 'Energy, online rate and command results; saved exports'],
  level: 8,
  dependsOn: [
    'system',
    'identity',
    'places',
    'devices',
    'control',
    'lighting',
    'strategies',
    'cabinets',
    'environment',
    'solar',
    'media',
    'alarms',
  ],
})
