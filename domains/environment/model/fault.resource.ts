import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { CHECK_RESULTS, faultLifecycle } from './fault.lifecycle.ts'
import { FAULT_KINDS } from './fault-rules.ts'
import { trashType } from './trash.device.ts'
import { wellType } from './well.device.ts'

const told = { readonly: true, form: false } as const
const OF_BINS = { deviceType: trashType.code } as const

/**
 * Faults of trash bins and wells: screen trash.fault. The platform opens and ends them by the rules of `fault-rules.ts`. A fault
 * keeps the project and the area that its device had when it began.
 */
export const fault = defineResource({
  name: 'environment.fault',
  label: ['设施故障', 'Facility fault'],
  about: ['平台发现的垃圾桶和井盖故障，需人工确认', 'Faults of bins and manhole covers found by the platform, to be confirmed by a person'],
  code: 'facility_fault',
  scope: 'project',
  roles: { read: 'read', write: 'alarms', export: 'export' },
  api: {
    base: 'blade-device/facilityfault',
    verbs: ['list', 'page', 'detail'],
    calls: { 'GET blade-device/trashfaultinfo/list': { verb: 'page', fixed: OF_BINS } },
  },
  lifecycle: faultLifecycle,
  title: 'sn',
  list: { sort: '-id' },
  page: {
    path: '/trash/fault/index',
    details: '/trash/fault/detail',
    label: ['故障确认', 'Faults'],
    icon: 'warning',
    sort: 40,
    parent: 'trash_area',
  },
  fields: {
    kind: f.choice(FAULT_KINDS, { label: ['故障', 'Fault'], ...told, required: true, list: true, search: 'in' }),
    status: f.state(faultLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    sn: f.text({ label: ['序列号', 'Serial number'], ...told, max: 40, list: true, search: true }),
    name: f.text({ label: ['设备名称', 'Device'], ...told, max: 80, list: true, search: true }),
    deviceType: f.choice(
      { [trashType.code]: trashType.label, [wellType.code]: wellType.label },
      { label: ['设备类型', 'Device type'], ...told, list: true, search: true },
    ),
    value: f.number({ label: ['测量值', 'Measured'], ...told, decimals: 1, list: true }),
    beganAt: f.time({ label: ['开始时间', 'Began'], ...told, list: true, search: 'range' }),
    endedAt: f.time({ label: ['结束时间', 'Ended'], ...told, list: true, search: 'range' }),
    result: f.choice(CHECK_RESULTS, { label: ['结果', 'Result'], ...told, list: true, search: 'in' }),
    remark: f.text({ label: ['说明', 'Note'], ...told, max: 255 }),
    checkedAt: f.time({ label: ['确认时间', 'Checked'], ...told }),
    deviceId: f.ref('devices.device', { label: ['设备', 'Device'], ...told, titleAs: 'deviceSn' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, list: true, search: true }),
  },
  indexes: [
    ['deviceId', 'kind'],
    ['projectId', 'id'],
    ['areaId', 'id'],
    ['status', 'id'],
  ],
  io: { export: true },
})
