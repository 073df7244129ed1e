import { defineDomain } from '@lamplight/kit'

export const media = defineDomain({
  name: 'media',
  label: ['媒体', 'Media'],
  about: [
    '信息屏、广播音柱及其开关策略，摄像头、报警柱、智能锁',
    'Info screens, broadcast units and their on/off strategies; cameras, alarm machines, locks',
  ],
  level: 6,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting'],
})
