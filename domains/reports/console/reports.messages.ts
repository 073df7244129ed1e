import type { Text } from '@lamplight/kit'
import { report } from '../model/index.ts'

export const M = {
  all: ['全部', 'All rows'],
  allColumns: ['全部列', 'All columns'],
  columns: ['{n} 列', 'Columns: {n}'],
  gone: ['列表已不存在：{name}', 'This list no longer exists: {name}'],
  save: ['保存为报表', 'Save as report'],
  saveAbout: [
    '保存列表的条件、列和格式，以后每次运行都读取最新数据',
    'Keeps filter, columns and format; each later run reads the current data',
  ],
  moving: ['时间为“{period}”，每次运行时重新计算', 'The period “{period}” is recalculated at each run'],
  fixed: ['时间固定为所选范围', 'The period stays as chosen'],
  name: ['报表名称', 'Report name'],
  saveName: ['保存', 'Save'],
  saved: ['已保存报表“{name}”', 'Report “{name}” saved'],
  toList: ['查看报表', 'See reports'],
  run: ['运行报表“{name}”', 'Run the report “{name}”'],
  runAbout: [
    '按您的权限读取当前数据，生成 {format} 文件；也可在任务中心再次下载',
    'Reads the current data with your rights and makes a file ({format}). The job list offers it again',
  ],
  download: ['运行并下载', 'Run and download'],
  data: ['数据', 'Data'],
  filter: report.fields.filter.options.label,
  columnsHead: report.fields.columns.options.label,
} as const satisfies Record<string, Text>
