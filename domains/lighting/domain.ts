import { defineDomain } from '@lamplight/kit'

export const lighting = defineDomain({
  name: 'lighting',
  label: ['照明', 'Lighting'],
  level: 3,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
})
