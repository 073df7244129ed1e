import { defineDomain } from '@lamplight/kit'

export const environment = defineDomain({
  name: 'environment',
  label: ['环境设施', 'Environment'],
  about: ['垃圾桶、井盖、环境传感器和喷淋设备', 'Trash bins, manhole covers, environmental sensors and spray devices'],
  level: 6,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting', 'linkage'],
  offers: ['environment_weather'],
})
