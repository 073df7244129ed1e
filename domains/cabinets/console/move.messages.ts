import type { Text } from '@lamplight/kit'

export const V = {
  move: ['移动', 'Move'],
  moveOther: ['移动到其他位置', 'Move'],
  places: ['所属位置', 'Place'],
  chooseRows: ['请选择至少一条数据', 'Select at least one row'],
  chooseFewer: ['一次最多移动 {n} 项，请逐项选择', 'At most {n} at a time. Select single rows'],
  by: ['移动到', 'Move to another'],
  needTarget: ['请选择目标', 'Choose a target'],
  changes: ['将发生的变化', 'Changes'],
  nowhere: ['未设置', 'none'],
  nothing: ['没有可移动的对象', 'Nothing to move'],
  same: ['已在此处', 'Already there'],
} as const satisfies Readonly<Record<string, Text>>

/** Texts with a number of lamps or controllers, by the name of the ids in the call. */
export const COUNTED = {
  lampIds: {
    moveN: ['移动 {n} 盏', 'Move {n}'],
    title: ['移动 {n} 盏灯', 'Move lamps: {n}'],
    line: ['{from} → {to}：{n} 盏', '{from} → {to}: {n}'],
    left: ['{n} 盏没有控制器，保持不变', 'Without a controller, not moved: {n}'],
    moved: ['已移动 {n} 盏灯', 'Lamps moved: {n}'],
  },
  controllerIds: {
    moveN: ['移动 {n} 台', 'Move {n}'],
    title: ['移动 {n} 台控制器及其灯具', 'Move controllers and their lamps: {n}'],
    line: ['{from} → {to}：{n} 台', '{from} → {to}: {n}'],
    left: ['{n} 台没有灯具，保持不变', 'Without a lamp, not moved: {n}'],
    moved: ['已移动 {n} 台控制器', 'Controllers moved: {n}'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Text>>>>
export type Moved = keyof typeof COUNTED
