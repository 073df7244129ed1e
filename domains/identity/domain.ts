import { defineDomain } from '@lamplight/kit'

export const identity = defineDomain({ name: 'identity', label: ['身份与权限', 'Identity'], level: 0, dependsOn: [] })
