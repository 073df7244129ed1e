import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** What was done about a fault, on site or from the control room (screen city.mt.faultService). */
export const serviceRecord = defineResource({
  name: 'alarms.serviceRecord',
  label: ['故障服务记录', 'Service record'],
  about: ['故障的维修和服务过程', 'Repair and service history of faults'],
  code: 'fault_service',
  scope: 'project',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-alarm/faultServiceRecord', verbs: ['page', 'detail', 'save', 'update', 'remove'] },
  title: 'content',
  list: { sort: '-servedAt' },
  page: {
    path: '/city/maintenance/faultService/index',
    label: ['故障服务记录', 'Service records'],
    icon: 'file',
    sort: 40,
    parent: 'city_maintenance',
  },
  fields: {
    content: f.text({ label: ['服务内容', 'Work done'], required: true, max: 500, multiline: true, list: true, search: true }),
    faultInfoId: f.ref('alarms.faultInfo', { label: ['故障', 'Fault'], list: true, search: true }),
    sn: f.text({ label: ['设备编号', 'Serial number'], max: 40, list: true, search: true }),
    servedAt: f.time({ label: ['服务时间', 'Time'], required: true, list: true, search: 'range' }),
    servedBy: f.ref('identity.user', { label: ['服务人员', 'Staff'], list: true, search: true, titleAs: 'servedByName' }),
    result: f.choice(
      { 1: ['已修复', 'Repaired'], 2: ['未修复', 'Not repaired'], 3: ['需更换', 'Needs replacement'] },
      { label: ['结果', 'Result'], required: true, initial: 1, list: true, search: 'in', tones: { 1: 'good', 2: 'warn', 3: 'bad' } },
    ),
    parts: f.text({ label: ['更换部件', 'Parts'], max: 255 }),
    minutes: f.int({ label: ['用时', 'Duration'], unit: 'min', min: 0, max: 100_000 }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true }),
  },
  indexes: [['faultInfoId', 'servedAt']],
  io: { export: true },
})
