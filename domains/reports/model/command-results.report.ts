import { commandResults } from '@lamplight/control/model'
import { defineReport } from '@lamplight/kit'

/** Results of commands by user. */
export const commandReport = defineReport({
  name: 'reports.commandResults',
  label: ['指令执行统计', 'Command results'],
  about: ['各操作人指令的执行结果和用时', 'How commands ended and how long they took, by operator'],
  code: 'report_command',
  roles: { read: 'reports', export: 'export' },
  source: commandResults,
  base: 'blade-report/commandResult',
  dimensions: ['operator', 'command'],
  by: ['operator'],
  measures: {
    commands: { kind: 'sum', of: 'commands', label: ['指令数', 'Commands'] },
    operators: { kind: 'count', of: 'operator', label: ['操作人数', 'Operators'] },
    devices: { kind: 'sum', of: 'devices', label: ['设备次数', 'Devices'] },
    success: {
      kind: 'ratio',
      of: 'succeeded',
      per: 'devices',
      scale: 100,
      label: ['成功率', 'Success rate'],
      unit: '%',
      decimals: 2,
      better: 'more',
    },
    failed: { kind: 'sum', of: 'failed', label: ['失败', 'Failed'], better: 'less' },
    timedOut: { kind: 'sum', of: 'timedOut', label: ['超时', 'Timed out'], better: 'less' },
    superseded: { kind: 'sum', of: 'superseded', label: ['已取代', 'Superseded'] },
    took95: {
      kind: 'percentile',
      of: 'took',
      share: 0.95,
      label: ['95% 用时', '95 % done within'],
      unit: 's',
      decimals: 1,
      better: 'less',
    },
  },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'bar', measures: ['devices', 'failed', 'timedOut'] },
  page: { path: '/report/commandResult', parent: 'report_operation', icon: 'chart', sort: 40 },
})
