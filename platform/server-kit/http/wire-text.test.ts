import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type CellColumn, objectsOf } from '../database/one-transaction.ts'
import { envelope, page, readRow, wireRow } from './wire.ts'
import { envelopeText, pageText, recordsText } from './wire-text.ts'

const thing = defineResource({
  name: 'test.thing',
  label: ['物', 'Thing'],
  code: 'thing',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-test/thing', verbs: ['list'] },
  fields: {
    name: f.text({ label: ['名', 'Name'] }),
    kind: f.dict('kind', { label: ['类', 'Kind'] }),
    level: f.int({ label: ['级', 'Level'] }),
    // A column of another table, with its own database type.
    counted: f.int({ label: ['数', 'Count'], readonly: true, from: 'test.other' }),
    mode: f.choice({ 1: ['一', 'One'] }, { label: ['模式', 'Mode'] }),
    power: f.number({ label: ['功率', 'Power'] }),
    tenths: f.number({ label: ['值', 'Value'], decimals: 1 }),
    load: f.number({ label: ['负载', 'Load'], plain: true }),
    open: f.flag({ label: ['开', 'Open'] }),
    shut: f.flag({ label: ['关', 'Shut'], plain: true }),
    at: f.time({ label: ['时', 'At'] }),
    parentId: f.ref('test.thing', { label: ['上级', 'Parent'], wire: 'parentId' }),
    projectId: f.ref('test.project', { label: ['项目', 'Project'] }),
    projectName: f.text({ label: ['项目名', 'Project name'] }),
    memberIds: f.refs('test.member', { label: ['成员', 'Members'] }),
    alone: f.refs('test.member', { label: ['名单', 'Roll'], alone: true }),
    location: f.geo({ label: ['位置', 'Place'] }),
  },
})

const maybe = (text: fc.Arbitrary<string>): fc.Arbitrary<string | null> => fc.option(text, { freq: 4 })
const id = maybe(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String))
const words = maybe(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('', '"', '\\', '\u2028', '芙蓉路', '-1', '0')))
const double = maybe(
  fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), fc.integer().map(String), fc.constantFrom('-0', '1e+20', '0')),
)
const moment = maybe(
  fc
    .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('9990-01-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => `${date.toISOString().replace('T', ' ').slice(0, -1)}+00`),
)
const small = maybe(fc.integer({ min: -32_768, max: 32_767 }).map(String))
/** Every column of the resource: its database type and a generator of its values. */
const columns: readonly [name: string, type: number, text: fc.Arbitrary<string | null>][] = [
  ['id', 20, fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)],
  ['tenant_id', 25, words],
  ['create_user', 20, id],
  ['create_time', 1184, moment],
  ['update_user', 20, id],
  ['update_time', 1184, moment],
  ['name', 25, words],
  ['kind', 25, words],
  ['level', 23, maybe(fc.integer().map(String))],
  ['counted', 20, id],
  ['mode', 21, small],
  ['power', 701, double],
  ['tenths', 701, double],
  ['load', 701, double],
  ['open', 16, maybe(fc.constantFrom('t', 'f'))],
  ['shut', 16, maybe(fc.constantFrom('t', 'f'))],
  ['at', 1184, moment],
  ['parent_id', 20, id],
  ['parentId$title', 25, words],
  ['project_id', 20, id],
  ['projectId$title', 25, words],
  ['project_name', 25, words],
  ['member_ids', 1016, maybe(fc.array(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })).map((ids) => `{${ids.join(',')}}`))],
  ['memberIds$title', 25, words],
  ['lng', 701, double],
  ['lat', 701, double],
  ['total$', 701, fc.constant('3')],
]
const described: readonly CellColumn[] = columns.map(([name, type]) => ({ name, type, read: pg.types.getTypeParser(type, 'text') }))

test('rows written directly from cells equal those written by way of values, byte for byte', () => {
  const row = fc.tuple(...columns.map(([, , text]) => text))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'UTC'), (rows, zone) => {
      const cells = { columns: described, rows }
      const long = objectsOf(cells).map((raw) => wireRow(thing, readRow(thing, raw), { zone }))
      expect(recordsText(thing, cells, zone)).toBe(JSON.stringify(long))
    }),
    { numRuns: 1000 },
  )
})

test('a column whose database type differs from the field type is read and written', () => {
  const as = (type: number, text: string) => {
    const cells = { columns: [{ name: 'level', type, read: pg.types.getTypeParser(type, 'text') }], rows: [[text]] }
    return (JSON.parse(recordsText(thing, cells, 'UTC')) as [{ level: unknown }])[0].level
  }
  expect(as(23, '7')).toBe(7)
  expect(as(701, '7.5')).toBe(7.5)
  expect(as(20, '9007199254740993')).toBe('9007199254740993')
})

test('page and envelope around record text equal those around values', () => {
  const records = [{ id: '1', name: '"records":[] "data":{} $& $1' }]
  const text = envelopeText(pageText(JSON.stringify(records), 21, 2, 10), 'en')
  expect(text).toBe(JSON.stringify(envelope(page(records, 21, 2, 10), 'en')))
})
