import { defineDomain } from '@lamplight/kit'

export const solar = defineDomain({
  name: 'solar',
  label: ['太阳能照明', 'Solar lighting'],
  about: [
    '太阳能灯及其电池、光伏板，公开的设备页和功能定制',
    'Solar lamps with battery and panel, their public page, functions by project',
  ],
  level: 6,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting', 'strategies'],
})
