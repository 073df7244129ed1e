import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { KIND_TEXTS } from './kind-texts.ts'

/** Switch boxes (devType 8 of decisions.md B1): screen city.switchbox. */
export const switchbox = defineResource({
  name: 'cabinets.switchbox',
  label: KIND_TEXTS.switchbox,
  about: ['给路灯回路供电的配电箱', 'Boxes that feed the loops of lamps'],
  code: 'switchbox',
  scope: 'project',
  roles: 'devices',
  page: { path: '/city/basisaccessories/switchbox/index', icon: 'hdd', sort: 50, parent: 'accessory_power', find: ['name', 'sn'] },
  api: {
    base: 'blade-city/switchbox',
    verbs: ['page', 'detail', 'submit', 'create', 'remove'],
    calls: {
      'PUT blade-city/switchbox/{id}': { verb: 'put' },
      'DELETE blade-city/switchbox/{id}': { verb: 'delete' },
    },
  },
  fields: {
    name: f.text({ label: ['配电箱名称', 'Box name'], required: true, unique: true, max: 80, list: true, search: true }),
    sn: f.text({ label: ['配电箱编号', 'Box number'], required: true, unique: true, max: 40, list: true, search: true }),
    gatewayId: f.ref('devices.gateway', { label: ['网关', 'Gateway'], list: true, search: true, titleAs: 'gatewayName' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true, list: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], search: true, list: true }),
    loops: f.int({ label: ['回路数', 'Loops'], readonly: true, form: false, from: 'cabinets.loop', list: true }),
    openSwitches: f.int({ label: ['分闸数', 'Open air switches'], readonly: true, form: false, from: 'cabinets.airSwitch', list: true }),
    capacity: f.number({ label: ['额定容量', 'Rated power'], unit: 'kW', min: 0, max: 10_000, decimals: 1 }),
    location: f.geo({ label: ['位置', 'Location'] }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['gatewayId']],
  keyword: ['name', 'sn'],
  io: { export: true, import: { key: 'sn' } },
})
