import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const told = { readonly: true, form: false } as const

/**
 * A message of a gateway that the server refused (screen city.al.errpkg): the latest of each reason and hour, with the number of them. Rows are
 * kept for 30 days (MISFIT_DAYS), at most 200 of a gateway; the gateway keeps the place that it had.
 */
export const errorPacket = defineResource({
  name: 'devices.errorPacket',
  label: ['错误数据包', 'Rejected message'],
  about: ['平台未采用的设备报文和原因，保留30天', 'Messages of devices that the platform rejected, and why; kept for 30 days'],
  code: 'error_packet',
  scope: 'project',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-report/errorDatapackage', verbs: ['page', 'detail'] },
  title: 'gatewaySn',
  list: { sort: '-at' },
  page: {
    path: '/equipmentMana/errorPacket/index',
    label: ['错误数据包', 'Rejected messages'],
    icon: 'warning',
    sort: 75,
    parent: 'equipment',
  },
  fields: {
    at: f.time({ label: ['最近接收', 'Received last'], ...told, list: true, search: 'range' }),
    gatewaySn: f.text({ label: ['网关编号', 'Gateway SN'], ...told, max: 255, list: true, search: true }),
    kind: f.text({ label: ['报文', 'Message'], ...told, max: 40, list: true, search: true }),
    reason: f.text({ label: ['原因', 'Reason'], ...told, max: 4096, list: true }),
    count: f.int({ label: ['次数', 'Times'], ...told, list: { width: 90 } }),
    firstAt: f.time({ label: ['首次接收', 'Received first'], ...told, list: true }),
    payload: f.text({ label: ['报文内容', 'Content'], ...told, max: 4096, multiline: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, list: true, search: true }),
  },
  indexes: [
    ['at', 'id'],
    ['gatewaySn', 'at'],
  ],
  io: { export: true },
})
