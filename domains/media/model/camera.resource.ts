import { defineDeviceResource } from '@lamplight/devices/model'
import { cameraType } from './camera.device.ts'
import { onLampPost } from './lamp-post.ts'

/** Cameras: screen vis.camera. */
export const camera = defineDeviceResource(cameraType, {
  name: 'media.camera',
  about: ['灯杆上的摄像头及其AI识别', 'Cameras on poles and what they recognise'],
  code: 'camera',
  page: {
    path: '/visual/equipmentMana/camera/index',
    label: ['摄像头', 'Cameras'],
    icon: 'camera',
    sort: 22,
    parent: 'pole_security',
  },
  api: { base: 'blade-media/camera', verbs: ['list', 'detail', 'submit', 'remove'] },
  ...onLampPost,
})
