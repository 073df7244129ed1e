import { f } from '@lamplight/fields/model'

/** The post on which a device is mounted: field and indexes of its resource. */
export const onLampPost = {
  fields: {
    postId: f.ref('lighting.post', { label: ['灯杆', 'Lamp post'], wire: 'lampPostId', titleAs: 'lampPostName', search: true }),
  },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['gatewayId'], ['postId']],
} as const
