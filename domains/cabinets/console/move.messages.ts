import type { Text } from '@lamplight/kit'

export const V = {
  move: ['移动', 'Move'],
  moveN: ['移动 {n} 盏', 'Move {n} lamps'],
  title: ['移动 {n} 盏灯', 'Move {n} lamps'],
  chooseRows: ['请选择至少一条数据', 'Select at least one row'],
  chooseFewer: ['一次最多移动 {n} 盏，请逐盏选择', 'At most {n} lamps at a time. Select lamps one by one'],
  by: ['移动到', 'Move to another'],
  target: ['目标{kind}', 'Target {kind}'],
  needTarget: ['请选择目标', 'Choose a target'],
  changes: ['将发生的变化', 'What changes'],
  line: ['{from} → {to}：{n} 盏', '{from} → {to}: {n} lamps'],
  nowhere: ['未设置', 'none'],
  left: ['{n} 盏没有控制器，保持不变', '{n} have no controller and stay'],
  same: ['所选的灯已在此处', 'The selected lamps are there already'],
  moved: ['已移动 {n} 盏灯', '{n} lamps moved'],
} as const satisfies Readonly<Record<string, Text>>
