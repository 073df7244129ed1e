import { labelsOf, type Text } from '@lamplight/kit'
import { centralizedControl } from '../model/concentrator-pages.ts'
import { concentratorLamp, loop, SUPPLY_STATES } from '../model/index.ts'

export const M = {
  contacts: ['输入输出', 'Inputs and outputs'],
  loops: ['回路', 'Loops'],
  lamps: ['灯具', 'Lamps'],
  log: ['操作日志', 'Operation log'],
  no: ['序号', 'No.'],
  ...labelsOf(loop.fields, 'diNo', 'doNo', 'phase'),
  loop: loop.label,
  state: ['状态', 'State'],
  feedback: ['反馈', 'Feedback'],
  lit: ['亮灯', 'Lamps on'],
  meter: ['电压 / 电流', 'Voltage / current'],
  actions: ['操作', 'Actions'],
  open: ['断开', 'Open'],
  closed: ['闭合', 'Closed'],
  unknown: SUPPLY_STATES.unknown,
  close: ['闭合', 'Close'],
  openIt: ['断开', 'Open'],
  closeAsk: ['闭合 {what}？', 'Close {what}?'],
  openAsk: ['断开 {what}？', 'Open {what}?'],
  loopLamps: ['回路上有 {n} 盏灯，其中 {on} 盏亮。', 'The loop feeds {n} lamp{n:s}, {on} of them {on:are|is} on.'],
  closeText: ['{name} 的输出闭合后，回路恢复供电。', 'The output of {name} closes, and the loop has supply again.'],
  openText: [
    '{name} 的输出断开后，该回路的灯失去供电，直到再次闭合。',
    'The output of {name} opens. The lamps of the loop lose their supply until it closes again.',
  ],
  sent: ['指令已下发，结果见指令记录', 'Sent: the command records show the result'],
  noLoops: ['没有回路：在回路页面选择集中控制器并填写输出', 'No loops. Choose the concentrator and its output on the page of a loop.'],
  noLamps: ['未绑定灯具', 'No lamps are bound'],
  noLog: ['没有操作记录', 'No operations'],
  ...labelsOf(concentratorLamp.fields, 'lampId', 'areaId'),
  boundAt: ['绑定时间', 'Bound at'],
  unbind: ['解绑', 'Unbind'],
  unbindAsk: ['解绑灯具“{what}”？', 'Unbind the lamp “{what}”?'],
  operation: ['操作', 'Operation'],
  user: ['操作人', 'Operator'],
  time: ['时间', 'Time'],
  result: ['结果', 'Result'],
  control: centralizedControl.label,
  controlAbout: ['按回路查看和控制集中控制器的输出', 'The loops of concentrators, with their state and switches'],
  find: ['名称或序列号', 'Name or serial number'],
  none: ['智慧灯杆项目中没有集中控制器', 'Projects of smart poles have no concentrators'],
} as const satisfies Readonly<Record<string, Text>>

export const PHASES: Readonly<Record<number, Text>> = {
  1: ['A 相', 'A'],
  2: ['B 相', 'B'],
  3: ['C 相', 'C'],
  4: loop.fields.phase.options.values[4],
}
