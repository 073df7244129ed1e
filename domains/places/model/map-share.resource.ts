import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A read-only map for everybody with the link (decisions.md A51, A71): the lamps of an area or project, until it expires, without an account. */
export const mapShare = defineResource({
  name: 'places.mapShare',
  label: ['地图分享', 'Shared map'],
  about: [
    '持有链接的人无需登录即可查看该区域的灯，只读，到期失效',
    'Anyone with the link sees these lamps without an account, read only, until it expires',
  ],
  code: 'mapshare',
  scope: 'tenant',
  roles: 'placesWrite',
  api: { base: 'blade-system/mapShare', verbs: ['page', 'detail', 'submit', 'remove'] },
  page: { path: '/city/map/share', label: ['地图分享', 'Shared maps'], icon: 'map', sort: 50, parent: 'city_mapping' },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 50, list: true, search: true }),
    shareCode: f.text({ label: ['分享码', 'Share code'], max: 40, readonly: true, list: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], list: true, search: true }),
    expireTime: f.time({ label: ['有效期至', 'Expires'], required: true, list: true }),
    enabled: f.flag({ label: ['启用', 'Enabled'], initial: true, list: true }),
  },
  io: { export: true },
})
