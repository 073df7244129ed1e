import { f } from '@lamplight/fields/model'
import { defineListing } from '@lamplight/kit'
import { DEVICE_LOG } from './pages.ts'

/** Kinds of entries, as stored. */
export const LOG_KINDS = {
  1: ['上线', 'Came online'],
  2: ['离线', 'Went offline'],
  3: ['移动', 'Moved'],
  4: ['指令', 'Command'],
  5: ['修改', 'Changed'],
} as const

const KIND = ['类型', 'Kind'] as const
const SN = ['编号', 'Serial number'] as const

/** The log of what happened to devices of all types (device.log.page, rule.const.recent5): triggers and other slices write it. */
export const deviceLog = defineListing({
  name: 'devices.log',
  label: ['设备日志', 'Entry of the device log'],
  about: [
    '设备上线、离线、移动、指令和修改，保留 90 天；审计日志不受删除影响',
    'When devices came online, went offline, moved, were commanded or changed; kept for 90 days. Deleting leaves the audit log untouched.',
  ],
  code: 'device_log',
  roles: 'devices',
  api: {
    base: 'blade-device/device/log',
    verbs: ['page'],
    calls: {
      // The console shows the five latest entries (rule.const.recent5).
      'GET blade-device/device/log/list': { verb: 'page', usual: { size: 5 } },
      'DELETE blade-device/device/log': { action: 'delete', names: { deviceLogIds: 'ids' } },
    },
  },
  byCode: true,
  title: 'at',
  filters: {
    kind: f.choice(LOG_KINDS, { label: KIND }),
    sn: f.text({ label: SN, max: 64 }),
    startDate: f.time({ label: ['开始时间', 'From'] }),
    endDate: f.time({ label: ['结束时间', 'To'] }),
    deviceId: f.text({
      label: ['设备编号', 'Device ID'],
      hidden: true,
      match: { pattern: '\\d{1,19}', text: ['格式不正确', 'has the wrong format'] },
    }),
  },
  fields: {
    at: f.time({ label: ['时间', 'Time'], list: { width: 210, least: 204 } }),
    deviceId: f.text({ label: ['设备编号', 'Device ID'], hidden: true }),
    kind: f.choice(LOG_KINDS, {
      label: KIND,
      list: { width: 130 },
      tones: { 1: 'good', 2: 'warn', 3: 'neutral', 4: 'neutral', 5: 'neutral' },
    }),
    kindName: f.text({ label: KIND, hidden: true }),
    sn: f.text({ label: SN, list: { width: 180, least: 150 } }),
    name: f.text({ label: ['名称', 'Name'], list: { width: 200, least: 150 } }),
    devType: f.int({ label: ['设备类型', 'Device type'], hidden: true, quantity: false }),
    resource: f.text({ label: ['资源', 'Resource'], hidden: true }),
    text: f.text({ label: ['指令', 'Command'], hidden: true }),
    count: f.int({ label: ['设备数', 'Devices'], hidden: true }),
    changes: f.items(
      {
        label: f.text({ label: ['字段', 'Field'] }),
        before: f.text({ label: ['之前', 'Before'] }),
        after: f.text({ label: ['之后', 'After'] }),
      },
      { label: ['内容', 'Details'], max: 200, list: { width: 360, least: 240 } },
    ),
    account: f.text({ label: ['操作人', 'Operator'], list: { width: 120 } }),
  },
  actions: {
    delete: {
      label: ['删除', 'Delete'],
      on: 'rows',
      danger: true,
      roles: 'access',
      confirm: ['删除后无法恢复；审计日志仍保留这些变更。', 'Deleted entries cannot be restored. The audit log keeps the changes.'],
    },
  },
  page: { ...DEVICE_LOG, icon: 'file', sort: 70, parent: 'equipment' },
})
