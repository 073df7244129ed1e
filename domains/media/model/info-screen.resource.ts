import { defineDeviceResource } from '@lamplight/devices/model'
import { infoScreenType } from './info-screen.device.ts'
import { onLampPost } from './lamp-post.ts'

const OF_DEVICES = { deviceIds: 'ids' } as const

/** Information screens: screen vis.infoScreen. */
export const infoScreen = defineDeviceResource(infoScreenType, {
  name: 'media.infoScreen',
  about: ['灯杆和路侧的信息发布屏', 'Screens on poles and beside roads'],
  code: 'info_screen',
  page: {
    path: '/visual/equipmentMana/infoScreen/index',
    label: ['信息屏', 'Info screens'],
    icon: 'screen',
    sort: 10,
    parent: 'pole_media',
  },
  api: {
    base: 'blade-media/info_screen',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: {
      'POST blade-media/info_screen/command/switch': { action: 'switch', names: { ...OF_DEVICES, onOff: 'on' } },
      'POST blade-media/info_screen/command/brightness': { action: 'brightness', names: OF_DEVICES },
      'POST blade-media/info_screen/command/volume': { action: 'volume', names: OF_DEVICES },
      'POST blade-media/info_screen/command/reboot': { action: 'reboot', names: OF_DEVICES },
    },
  },
  ...onLampPost,
})
