import { defineDomain } from '@lamplight/kit'

export const dashboards = defineDomain({
  name: 'dashboards',
  label: ['首页与大屏', 'Dashboards'],
  about: [
    '首页的汇总：亮灯、功率、在线率、故障和进行中的指令',
    'Totals of the home page: lit lamps, power, online rates, faults, running commands',
  ],
  level: 9,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting', 'solar'],
})
