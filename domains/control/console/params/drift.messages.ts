import type { Text } from '@lamplight/kit'
import { issued } from '../../model/issued.listing.ts'
import { PARAM_HEADS } from '../../model/param.ts'

/** Texts of the page of parameter drift. */
export const DR = {
  about: ['设备上报值与期望值不一致的参数', 'Parameters for which a device holds another value than the wanted one'],
  device: issued.fields.name.options.label,
  serial: PARAM_HEADS.sn,
  type: ['设备类型', 'Type'],
  area: PARAM_HEADS.area,
  family: ['参数', 'Parameter'],
  wanted: ['期望值', 'Wanted'],
  reported: ['设备上报值', 'Reported'],
  wantedAt: ['设置时间', 'Set at'],
  reportedAt: PARAM_HEADS.reportedAt,
  state: PARAM_HEADS.state,
  actions: ['操作', 'Actions'],
  all: ['全部', 'All'],
  allTypes: ['全部类型', 'All types'],
  families: ['按参数筛选', 'Filter by parameter'],
  keyword: ['名称或序列号', 'Name or SN'],
  reset: ['重置', 'Reset'],
  repair: ['重新下发', 'Resend'],
  repairAll: ['全部重新下发 {n} 项', 'Resend all {n}'],
  repairChosen: ['重新下发 {n} 项', 'Resend {n}'],
  repairTitle: ['重新下发 {n} 项参数？', 'Resend {n} parameter{n:s}?'],
  repairText: [
    '向符合条件的设备下发期望值。没有设置权限的参数不会下发。',
    'The wanted values go to all devices that match. Parameters that you may not set are left out.',
  ],
  danger: [
    '{what}（{n} 台）写错会使设备失去连接，按危险参数分批下发。',
    '{what} ({n} device{n:s}) can cut devices off, so it goes out in waves.',
  ],
  accept: ['采纳上报值', 'Accept reported'],
  acceptOne: ['采纳', 'Accept'],
  acceptChosen: ['采纳 {n} 项上报值', 'Accept {n} reported'],
  acceptTitle: ['以设备上报值为准？', 'Accept the reported values?'],
  acceptText: [
    '{n} 项参数的期望值改为设备上报值，不向设备下发。',
    'The reported values become the wanted ones of {n} parameter{n:s}. Nothing is sent.',
  ],
  accepted: ['已采纳 {n} 项上报值', '{n} reported values accepted'],
  sent: ['已下发 {n} 项参数', '{n} parameter{n:s} sent'],
  progress: ['重新下发参数', 'Resend parameters'],
  more: ['还有 {n} 条指令，见指令记录', '{n} more commands are in the command records'],
  export: ['导出 CSV', 'Export CSV'],
  exportFailed: ['导出没有完成，请重试', 'The export did not finish. Try again'],
  notAssigned: ['未分配', 'Not assigned'],
  same: [
    '已比对的 {compared} 项参数（{devices} 台设备）与期望值一致',
    'The {compared} compared parameter{compared:s} of {devices} devices hold their wanted values',
  ],
  sameText: [
    '比对的是已设置期望值、设备也已上报的参数。没有设置过的参数不在此列。',
    'Only parameters that were set and that the device has reported are compared. Parameters that were never set are not included.',
  ],
  unread: [
    '另有 {n} 项设置过的参数还没有上报值，不知道是否一致。',
    'Another {n} parameters were set but not reported yet, so it is not known whether they agree.',
  ],
  nothing: ['还没有可比对的参数', 'No parameter can be compared yet'],
  nothingText: [
    '偏差由期望值与设备上报值比对得出。目前没有设置过参数，或设备还没有上报。',
    'Drift is a difference between the wanted and the reported value. No parameter has been set yet, or no device has reported one.',
  ],
  toParams: ['读取或设置参数', 'Read or set parameters'],
  noMatch: ['没有符合条件的偏差', 'No drift matches these filters'],
} as const satisfies Record<string, Text>
