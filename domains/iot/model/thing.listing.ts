import { typedDevice } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineListing } from '@lamplight/kit'

const STATES = { 1: ['正常', 'Normal'], 3: ['故障', 'Fault'], 4: ['离线', 'Offline'], 5: ['未激活', 'Not activated'] } as const
const projectId = f.ref('places.project', { label: ['项目', 'Project'] })
const areaId = f.ref('places.area', { label: ['区域', 'Area'], list: { width: 120, least: 84 } })
const property = {
  name: f.text({ label: ['标识', 'Key'] }),
  label: f.text({ label: ['名称', 'Name'] }),
  value: f.text({ label: ['数值', 'Value'] }),
  unit: f.text({ label: ['单位', 'Unit'] }),
} as const
const coordinate = { max: 32, hidden: true } as const

/** Devices of types made at run time with their latest values (gc-web.thing.info, screen eq.thing). By code: each type has other properties. */
export const thing = defineListing({
  name: 'iot.thing',
  label: ['综合设备', 'Integrated device'],
  about: ['综合设备及其最新数值', 'Integrated devices with their latest values'],
  code: 'gc_thing',
  rightsOf: typedDevice,
  api: { base: 'blade-device/gc-web/thing', verbs: [], calls: { 'GET blade-device/gc-web/thing/info': { verb: 'page' } } },
  title: 'sn',
  opens: { resource: typedDevice.name },
  byCode: true,
  filters: {
    keyword: f.text({ label: ['序列号或名称', 'Serial number or name'], max: 80 }),
    type: f.int({ label: ['类型', 'Type'], min: 0, max: 99_999, quantity: false }),
    deviceState: f.choice(STATES, { label: ['状态', 'State'] }),
    id: f.ref(typedDevice.name, { label: ['设备', 'Device'], hidden: true }),
    projectId,
    areaId,
  },
  fields: {
    sn: f.text({ label: ['序列号', 'Serial number'], list: { width: 176, least: 170 } }),
    name: f.text({ label: ['名称', 'Name'], list: { width: 220, least: 200 } }),
    type: f.int({ label: ['类型', 'Type'], hidden: true }),
    typeName: f.text({ label: ['类型', 'Type'], list: { width: 140, least: 84 } }),
    unitProductCode: f.text({ label: ['单元产品编码', 'Product code'] }),
    online: f.flag({ label: ['在线', 'Online'] }),
    deviceState: f.choice(STATES, {
      label: ['状态', 'State'],
      list: { width: 100 },
      tones: { 1: 'good', 3: 'bad', 4: 'warn', 5: 'neutral' },
    }),
    properties: f.items(property, { label: ['最新数值', 'Latest values'], max: 500, list: { width: 380, least: 240 } }),
    projectId,
    areaId,
    reportedAt: f.time({ label: ['上报时间', 'Reported'], list: { width: 140 } }),
    longitude: f.text({ label: ['经度', 'Longitude'], ...coordinate }),
    latitude: f.text({ label: ['纬度', 'Latitude'], ...coordinate }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255 }),
  },
  io: { export: true },
  page: {
    path: '/equipmentMana/gcWebThing/index',
    label: ['综合设备数据', 'Integrated device data'],
    icon: 'chip',
    sort: 58,
    parent: 'equipment',
  },
})
