import { defineDomain } from '@lamplight/kit'

export const places = defineDomain({ name: 'places', label: ['区域与项目', 'Places'], level: 1, dependsOn: ['system', 'identity'] })
