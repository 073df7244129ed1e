import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { apType } from './ap.device.ts'

/** Wireless access points: screen vis.ap. */
export const ap = defineDeviceResource(apType, {
  name: 'equipment.ap',
  about: ['灯杆上的无线接入点', 'Wireless access points on poles'],
  code: 'ap',
  page: { path: '/visual/equipmentMana/ap/index', label: ['无线AP', 'Access points'], icon: 'wifi', sort: 28, parent: 'pole_network' },
  api: { base: 'blade-device/ap', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    postId: f.ref('lighting.post', { label: ['灯杆', 'Lamp post'], wire: 'lampPostId', titleAs: 'lampPostName', search: true }),
  },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['gatewayId'], ['postId']],
})
