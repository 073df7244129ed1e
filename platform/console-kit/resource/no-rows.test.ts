import { f } from '@lamplight/fields/model'
import { expect, test } from 'vitest'
import { noRowsText } from './list/list-states.tsx'

const RECORD = { label: ['指令记录', 'Command record'], fields: {} } as const
const LAMP = { label: ['灯具', 'Lamp'], fields: { areaId: f.ref('places.area', { label: ['区域', 'Area'] }) } } as const
const HOW = ['选择设备并下发', 'Select devices'] as const

test('an empty list says what it rests on: own rows or granted places for a limited user, else how the first row is made', () => {
  const all = { isLimited: false, own: true, how: undefined }
  expect(noRowsText(RECORD, all)[0]).toBe('还没有指令记录')
  expect(noRowsText(RECORD, { ...all, how: HOW })).toBe(HOW)
  const own = noRowsText(RECORD, { isLimited: true, own: true, how: HOW })
  expect(own[0]).toBe('您自己没有指令记录；其他用户的指令记录不在您的查看范围内')
  expect(own[1]).toBe('You have made no command record. You may not see those of other users')
  expect(noRowsText(LAMP, { isLimited: true, own: false, how: HOW })[0]).toContain('您可查看的区域和项目中没有灯具')
  expect(noRowsText(LAMP, { isLimited: false, own: false, how: HOW })).toBe(HOW)
  expect(noRowsText(RECORD, { isLimited: true, own: false, how: HOW })).toBe(HOW)
})
