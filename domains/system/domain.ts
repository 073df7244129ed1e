import { defineDomain } from '@lamplight/kit'

export const system = defineDomain({ name: 'system', label: ['系统', 'System'], level: 0, dependsOn: [] })
