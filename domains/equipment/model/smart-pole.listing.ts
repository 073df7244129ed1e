import { f } from '@lamplight/fields/model'
import { defineListing } from '@lamplight/kit'

const counts = {
  total: f.int({ label: ['设备', 'Devices'], list: { width: 90 } }),
  online: f.int({ label: ['在线', 'Online'], list: { width: 190, least: 130 } }),
  fault: f.int({ label: ['故障', 'Fault'] }),
  offline: f.int({ label: ['离线', 'Offline'] }),
  inactive: f.int({ label: ['未激活', 'Not activated'] }),
} as const
const family = { resource: f.text({ label: ['资源', 'Resource'] }), label: f.text({ label: ['类型', 'Type'] }), ...counts } as const

/** Smart poles: posts that carry devices other than lamps, with the numbers of their devices (smart_pole.device.page, rule.family.2, screen vis.smartPole). */
export const smartPole = defineListing({
  name: 'equipment.smartPole',
  label: ['智慧灯杆', 'Smart pole'],
  about: ['挂有设备的灯杆，及其设备的数量和状态', 'Poles that carry devices, with their number and state'],
  // These are the code and roles of lighting.post. If its definition were imported, every first list would load it.
  rightsOf: { code: 'lamp_post', roles: 'devices' },
  api: { base: 'blade-device/smart_pole/device', verbs: ['page'] },
  title: 'lampPostName',
  byCode: true,
  filters: {
    projectId: f.ref('places.project', { label: ['项目', 'Project'] }),
    keyword: f.text({ label: ['名称或编号', 'Name or number'], max: 80 }),
    // Poles in projects of this system: 2 city lighting, 3 smart poles.
    systemType: f.int({ label: ['系统', 'System'], min: 0, max: 999, hidden: true }),
  },
  fields: {
    lampPostName: f.text({ label: ['灯杆', 'Lamp post'], list: { width: 190, least: 130 } }),
    lampPostSn: f.text({ label: ['编号', 'Number'], list: { width: 150, least: 136 } }),
    ...counts,
    families: f.items(family, { label: ['挂载设备', 'Mounted devices'], max: 200, list: { width: 420, least: 380 } }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], list: { width: 150, least: 100 } }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: { width: 150, least: 96 } }),
  },
  io: { export: true },
  page: {
    path: '/visual/equipmentMana/smartPole/index',
    label: ['智慧灯杆', 'Smart poles'],
    icon: 'post',
    sort: 3,
    parent: 'visual_equipment',
  },
})
