import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { columnsOf, shownColumns } from './columns.ts'

const nightWith = (times?: boolean) =>
  defineResource({
    name: 'strategies.deviation',
    label: ['策略偏离', 'Deviation'],
    code: 'deviation',
    scope: 'project',
    roles: 'devices',
    title: 'day',
    api: { base: 'blade-strategy/deviation', verbs: ['page', 'detail'] },
    ...(times !== undefined && { list: { times } }),
    fields: {
      day: f.text({ label: ['夜晚', 'Night'], readonly: true, list: true }),
      missing: f.int({ label: ['未动作', 'Missing'], readonly: true, list: true }),
    },
  })
const namesIn = (times?: boolean) => shownColumns(columnsOf(nightWith(times)), null).map(({ name }) => name)

test('a list of records shows when a row was created, unless its definition says that the rows name their time', () => {
  expect(namesIn()).toEqual(['day', 'createTime', 'missing'])
  expect(namesIn(false)).toEqual(['day', 'missing'])
  expect(columnsOf(nightWith(false)).some(({ name }) => name === 'createTime')).toBe(true)
})
