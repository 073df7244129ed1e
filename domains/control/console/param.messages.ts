import type { Text } from '@lamplight/kit'

/** Texts of device parameters. */
export const P = {
  params: ['参数', 'Parameters'],
  preset: ['参数模板', 'Presets'],
  family: ['参数', 'Parameter'],
  wanted: ['期望值', 'Wanted'],
  reported: ['设备上报值', 'Reported'],
  state: ['状态', 'State'],
  actions: ['操作', 'Actions'],
  read: ['读取', 'Read'],
  set: ['设置', 'Set'],
  calibrate: ['校准', 'Calibrate'],
  calibrateTitle: ['校准 {name} 的{family}', 'Calibrate {family} of {name}'],
  calibrateText: ['设备将以当前测量值为基准。', 'The device takes what it measures now as its reference.'],
  calibrating: ['已发出校准指令', 'The device is asked to calibrate'],
  repair: ['重新下发', 'Resend'],
  accept: ['采纳上报值', 'Accept reported'],
  title: ['设置{family} · {name}', 'Set {family} · {name}'],
  acceptTitle: ['以设备上报的{family}为准?', 'Accept the reported {family}?'],
  acceptText: ['期望值改为：{value}。不向设备下发。', 'What is wanted becomes: {value}. Nothing is sent.'],
  accepted: ['已采纳设备上报值', 'The reported value is accepted'],
  asked: ['已发出读取指令', 'The device is asked'],
  drifted: ['{n} 项与期望值不一致', '{n} differ from the wanted value'],
  none: ['—', '—'],
  mayNotSee: ['你没有查看指令记录的权限。', 'You may not see command records.'],
} as const satisfies Record<string, Text>
