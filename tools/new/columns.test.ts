import { expect, test } from 'vitest'
import { columnFrom } from './columns.ts'

test('a column on the command line has a name, a type, its marks and a label', () => {
  expect(columnFrom('name:varchar(64)!*=名称: all of it')).toEqual({
    name: 'name',
    type: 'varchar(64)',
    comment: '名称: all of it',
    hasDefault: false,
    nullable: false,
    unique: true,
  })
  expect(columnFrom('height:numeric(5,2)')).toMatchObject({ type: 'numeric(5,2)', nullable: true, unique: false, comment: '' })
  for (const wrong of ['name', ':int', 'name:', '']) expect(() => columnFrom(wrong), wrong).toThrow('--column')
})
