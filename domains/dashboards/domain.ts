import { defineDomain } from '@lamplight/kit'

export const dashboards = defineDomain({
  name: 'dashboards',
  label: ['首页与大屏', 'Dashboards'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting'],
})
