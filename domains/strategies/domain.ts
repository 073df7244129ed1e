import { defineDomain } from '@lamplight/kit'

export const strategies = defineDomain({
  name: 'strategies',
  label: ['策略', 'Strategies'],
  about: ['灯具整年的亮灯计划与亮灯模式', 'What lamps do on every night of the year, and light modes'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
  offers: ['strategies_devices'],
})
