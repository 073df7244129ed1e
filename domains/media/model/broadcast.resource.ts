import { defineDeviceResource } from '@lamplight/devices/model'
import { broadcastType } from './broadcast.device.ts'
import { onLampPost } from './lamp-post.ts'

/** Broadcast units: screen vis.broadcast. */
export const broadcast = defineDeviceResource(broadcastType, {
  name: 'media.broadcast',
  about: ['灯杆上的广播音柱', 'Loudspeakers on poles'],
  code: 'broadcast',
  page: {
    path: '/visual/equipmentMana/broadcast/index',
    label: ['广播音柱', 'Broadcast units'],
    icon: 'speaker',
    sort: 20,
    parent: 'pole_media',
  },
  api: {
    base: 'blade-media/broadcast',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: { 'POST blade-media/broadcast/command/volume': { action: 'volume', names: { deviceIds: 'ids' } } },
  },
  ...onLampPost,
})
