import { defineDomain } from '@lamplight/kit'

export const strategies = defineDomain({
  name: 'strategies',
  label: ['策略', 'Strategies'],
  about: ['亮灯模式', 'Light modes'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
})
