import { defineDomain } from '@lamplight/kit'

export const environment = defineDomain({
  name: 'environment',
  label: ['环境设施', 'Environment'],
  about: ['垃圾桶等市政设施', 'Trash bins and other municipal equipment'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
})
