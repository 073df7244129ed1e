import type { Text } from '@lamplight/kit'
import { PARAM_HEADS, PARAM_OP_TEXTS } from '../../model/param.ts'

/** Texts of device parameters. */
export const P = {
  params: ['参数', 'Parameters'],
  preset: ['参数模板', 'Presets'],
  family: ['参数', 'Parameter'],
  wanted: ['期望值', 'Wanted'],
  reported: ['设备上报值', 'Reported'],
  state: PARAM_HEADS.state,
  actions: ['操作', 'Actions'],
  read: PARAM_OP_TEXTS.get,
  set: PARAM_OP_TEXTS.set,
  calibrate: PARAM_OP_TEXTS.calibrate,
  calibrateTitle: ['校准 {name} 的{family}', 'Calibrate {family} of {name}'],
  calibrateManyTitle: ['校准 {n} 台设备的{name}', 'Calibrate {name} of {n} devices'],
  calibrateMany: ['校准 {n} 台', 'Calibrate {n}'],
  calibrateText: ['设备将以当前测量值为基准。', 'The device takes what it measures now as its reference.'],
  change: ['（变化 {change}）', ' (change {change})'],
  calibrating: ['已发出校准指令', 'Calibration command sent'],
  repair: ['重新下发', 'Resend'],
  accept: ['采纳上报值', 'Accept reported'],
  title: ['设置{family} · {name}', 'Set {family} · {name}'],
  acceptTitle: ['以设备上报的{family}为准？', 'Accept the reported {family}?'],
  acceptText: ['期望值改为：{value}。不向设备下发。', 'The wanted value becomes: {value}. Nothing is sent.'],
  accepted: ['已采纳设备上报值', 'The reported value is accepted'],
  asked: ['已发出读取指令', 'Read command sent'],
  drifted: ['{n} 项与期望值不一致', '{n} differ from the wanted value'],
  none: ['—', '—'],
  mayNotSee: ['您没有查看指令记录的权限。', 'You may not see command records.'],
} as const satisfies Record<string, Text>
