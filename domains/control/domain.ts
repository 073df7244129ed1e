import { defineDomain } from '@lamplight/kit'

export const control = defineDomain({
  name: 'control',
  label: ['远程控制', 'Remote control'],
  level: 2,
  dependsOn: ['system', 'identity', 'places'],
})
