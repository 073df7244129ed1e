import { defineDomain } from '@lamplight/kit'

export const reports = defineDomain({
  name: 'reports',
  label: ['报表', 'Reports'],
  level: 5,
  dependsOn: ['identity'],
})
