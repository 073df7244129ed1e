import type { Text } from '@lamplight/kit'

export const V = {
  move: ['移动', 'Move'],
  moveOther: ['移动到其它位置', 'Move'],
  places: ['所属位置', 'Place'],
  chooseRows: ['请选择至少一条数据', 'Select at least one row'],
  chooseFewer: ['一次最多移动 {n} 项，请逐项选择', 'At most {n} at a time. Select rows one by one'],
  by: ['移动到', 'Move to another'],
  target: ['目标{kind}', 'Target {kind}'],
  needTarget: ['请选择目标', 'Choose a target'],
  changes: ['将发生的变化', 'What changes'],
  nowhere: ['未设置', 'none'],
  same: ['已在此处', 'Already there'],
} as const satisfies Readonly<Record<string, Text>>

/** Texts that count lamps, or controllers with their lamps, by the name of their ids in the call. */
export const COUNTED = {
  lampIds: {
    moveN: ['移动 {n} 盏', 'Move {n} lamps'],
    title: ['移动 {n} 盏灯', 'Move {n} lamps'],
    line: ['{from} → {to}：{n} 盏', '{from} → {to}: {n} lamps'],
    left: ['{n} 盏没有控制器，保持不变', '{n} have no controller and stay'],
    moved: ['已移动 {n} 盏灯', '{n} lamps moved'],
  },
  controllerIds: {
    moveN: ['移动 {n} 台', 'Move {n} controllers'],
    title: ['移动 {n} 台控制器及其灯具', 'Move {n} controllers and their lamps'],
    line: ['{from} → {to}：{n} 台', '{from} → {to}: {n} controllers'],
    left: ['{n} 台没有灯具，保持不变', '{n} have no lamp and stay'],
    moved: ['已移动 {n} 台控制器', '{n} controllers moved'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Text>>>>
export type Moved = keyof typeof COUNTED
