import { defineDeviceResource } from '@lamplight/devices/model'
import { onLampPost } from './lamp-post.ts'
import { smartLockType } from './smart-lock.device.ts'

/** Smart locks: screen vis.smartLock. */
export const smartLock = defineDeviceResource(smartLockType, {
  name: 'media.smartLock',
  about: ['灯杆检修门和机柜的智能锁', 'Locks of pole doors and cabinets'],
  code: 'smart_lock',
  page: {
    path: '/visual/equipmentMana/smartLock/index',
    label: ['智能锁', 'Smart locks'],
    icon: 'lock',
    sort: 26,
    parent: 'pole_security',
  },
  api: { base: 'blade-media/smart_lock', verbs: ['list', 'detail', 'submit', 'remove'] },
  ...onLampPost,
})
