import { labelsOf, type Text } from '@lamplight/kit'
import { batch } from '../../model/batch.resource.ts'

/** Texts of device pages. `kind.messages.ts` has those of the lists. */
export const D = {
  open: ['设备详情', 'Details'],
  reported: ['上报于', 'Reported'],
  faults: ['故障：{list}', 'Faults: {list}'],
  faultSince: ['自 {at} 起，已 {span}', 'since {at}, for {span}'],
  comma: ['、', ', '],
  none: ['无', 'None'],
  yes: ['是', 'Yes'],
  no: ['否', 'No'],
  valuesAbout: ['最近一次上报的数值', 'The latest reported values'],

  neverReported: ['设备还没有上报过', 'The device has never reported'],
  checkActivated: ['设备未激活，激活后才接收上报和指令。', 'The device is not activated: it accepts reports and commands once it is.'],
  checkGateway: ['设备没有接入网关，请在编辑中选择网关。', 'The device has no gateway: choose one when you edit it.'],
  checkOnline: [
    '请检查网关是否在线、网关是否已接入该序列号的设备。',
    'Check that its gateway is online and that the gateway knows this serial number.',
  ],

  range: ['时间范围', 'Time range'],
  hours: ['{n} 小时', '{n} h'],
  days: ['{n} 天', '{n} d'],
  own: ['自定义', 'Custom'],
  earlier: ['往前', 'Earlier'],
  later: ['往后', 'Later'],
  zoomIn: ['放大', 'Zoom in'],
  zoomOut: ['缩小', 'Zoom out'],
  dragHint: ['在图上拖动可放大一段时间', 'Drag over a chart to zoom in'],
  exportCsv: ['导出 CSV', 'Export CSV'],
  time: ['时间', 'Time'],
  lowest: ['最低', 'min'],
  highest: ['最高', 'max'],
  increase: ['{name}增量', '{name}, increase'],
  decided: ['示数判定', 'Meter decisions'],
  decidedOf: ['{name}：{decided}', '{name}: {decided}'],
  noHistory: [
    '这段时间没有上报。请选择更长的时间范围；如果设备应当在线，请检查网关。',
    'Nothing was reported in this time. Choose a longer range; if the device should be online, check its gateway.',
  ],
  showLonger: ['查看最近 30 天', 'Show the last 30 days'],
  noKept: ['该类设备没有保存历史的属性', 'Devices of this type keep no history'],

  latest: ['最近的指令', 'Latest commands'],
  ...labelsOf(batch.fields, 'command', 'account', 'state', 'reason'),
  at: ['下达时间', 'Ordered at'],
  noCommands: ['还没有向该设备下发过指令', 'No command has been sent to this device yet'],
  mayNotSee: ['没有查看指令记录的权限', 'You may not see command records'],
  send: ['{what} {n} 个', '{what} {n}'],
  answers: ['该指令没有可核对的状态，以设备应答为准。', 'This command has no state that can be checked: the device’s answer counts.'],
  proves: ['设备上报的值与指令一致后，指令才算完成。', 'The command is verified once the device reports the value.'],
} as const satisfies Record<string, Text>
