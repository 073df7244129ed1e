import { defineDomain } from '@lamplight/kit'

export const devices = defineDomain({ name: 'devices', label: ['设备', 'Devices'], level: 2, dependsOn: ['system', 'identity', 'places'] })
