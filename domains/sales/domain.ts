import { defineDomain } from '@lamplight/kit'

export const sales = defineDomain({
  name: 'sales',
  label: ['销售管理', 'Sales'],
  level: 4,
  dependsOn: ['system', 'identity', 'places', 'devices', 'lighting'],
})
