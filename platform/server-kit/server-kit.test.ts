import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { expect, test } from 'vitest'
import type { User } from './context-types.ts'
import { onServer } from './define.ts'
import { createIds } from './ids.ts'
import { readListQuery } from './list-query.ts'
import { answerTo, errors } from './refuse.ts'
import { ddlOf } from './tables.ts'
import { formatTime, parseTime } from './times.ts'
import { draftFrom, wireRow } from './wire.ts'

const thing = defineResource({
  name: 'test.thing',
  label: ['物', 'Thing'],
  code: 'thing',
  scope: 'project',
  roles: 'devices',
  api: { base: 'test/thing', verbs: ['list'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, search: true }),
    level: f.int({ label: ['级别', 'Level'], min: 0, max: 10 }),
    kind: f.choice({ 1: ['甲', 'A'], 2: ['乙', 'B'] }, { label: ['类', 'Kind'] }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'] }),
    at: f.time({ label: ['时间', 'Time'] }),
    seen: f.int({ label: ['见', 'Seen'], readonly: true, from: 'other' }),
    location: f.geo({ label: ['位置', 'Place'] }),
  },
  indexes: [['projectId', 'id']],
})
const served = onServer(thing, {
  joined: { sql: 'left join other o on o.id = t.id', fields: { seen: 'o.seen[1]' }, present: { seen: 'o.id' } },
})
const user: User = {
  id: '5',
  tenantId: '000000',
  account: 'a',
  name: 'a',
  roleIds: [],
  roles: [],
  deptIds: [],
  permissions: new Set(),
  administrator: false,
  cut: { projects: false, areas: false },
  sessionId: '',
}
const language = { lang: 'zh', zone: 'Asia/Shanghai' } as const
const read = (query: Record<string, unknown>, who = user) => readListQuery(thing, served.implementation, query, who, language)

test('rule.call.list: filters have suffixes, blanks and unknown names are ignored, values are parameters', () => {
  const query = read({
    name: "x' or 1=1--",
    level_ge: '3',
    kind: '1,2',
    bogus: '1',
    bogus_like: 'x',
    remark: '',
    at_datege: '2026-01-01 00:00:00',
  })
  expect(query.where.join(' and ')).toBe(
    'not t.is_deleted and lower(t.name::text) like (select lower($1)) and t.level >= $2 and t.kind in ($3, $4) and t.at >= $5',
  )
  expect(query.params).toEqual(["%x' or 1=1--%", 3, 1, 2, '2025-12-31T16:00:00Z'])
})
test('rule.paging.all: size -1 is every row, page and size are limited, an invalid value is named', () => {
  expect(read({ current: '-1', size: '-1' })).toMatchObject({ size: -1, current: 1 })
  expect(read({})).toMatchObject({ size: 10, current: 1 })
  expect(() => read({ size: '1e12' })).toThrow()
  expect(() => read({ level: 'x' })).toThrow()
})
test('sorting accepts known fields only and always ends with the id', () => {
  expect(read({ ascs: 'level,id;drop table x' }).order).toBe('t.level asc nulls last, t.id asc')
  expect(read({ descs: 'seen' })).toMatchObject({ order: 'o.seen[1] desc nulls last, t.id desc', joined: true })
})
test('a condition on a joined value excludes rows without one before the join, unless it asks for null', () => {
  expect(read({ seen_ge: 3 }).where).toEqual(['not t.is_deleted', 'o.seen[1] >= $1', 'o.id is not null'])
  expect(read({ seen_null: 1 }).where).toEqual(['not t.is_deleted', 'o.seen[1] is null'])
})
test('grants limit project rows by a join with the grants, never by an array', () => {
  const query = read({}, { ...user, cut: { projects: true, areas: true } })
  expect(query.where.at(-1)).toContain('select g.ref_id from identity_grant')
  expect(query.cut).toEqual(['project'])
  expect(read({ projectId: '12', name: 'x' }).countable).toBeNull()
  expect(read({ projectId: '12' }).countable).toEqual({ projectId: '12', areaId: null })
})
test('a draft takes known writable fields, names an invalid field and ignores the rest', () => {
  expect(
    draftFrom(thing, { name: ' a ', $index: 1, seen: 9, longitude: '1', latitude: '2', at: '2026-07-01 08:00:00' }, language, true),
  ).toEqual({
    name: 'a',
    location: { lng: 1, lat: 2 },
    at: '2026-07-01T00:00:00Z',
  })
  for (const [body, field] of [
    [{}, 'name'],
    [{ name: 'a', level: 11 }, 'level'],
    [{ name: 'a', longitude: 'x', latitude: '1' }, 'longitude'],
  ] as const)
    expect(() => draftFrom(thing, body, language, true)).toThrow(expect.objectContaining({ field }))
})
test('a required field that is hidden by its rule is not required', () => {
  const timed = defineResource({
    ...thing,
    name: 'test.timed',
    indexes: [],
    fields: {
      mode: f.int({ label: ['模式', 'Mode'] }),
      span: f.int({ label: ['时长', 'Span'], required: true, when: { mode: { eq: 1 } } }),
    },
  })
  expect(draftFrom(timed, { mode: 0, span: 5 }, language, true)).toEqual({ mode: 0, span: null })
  expect(() => draftFrom(timed, { mode: 1 }, language, true)).toThrow(expect.objectContaining({ field: 'span' }))
})
test('a row is sent with ids as strings, nulls as the contract defines, and times in the zone', () => {
  const row = wireRow(
    thing,
    {
      id: '1',
      tenantId: '000000',
      name: null,
      level: null,
      at: '2026-07-01T00:00:00Z',
      createTime: new Date(0),
      projectId: '7',
      projectId$title: 'P',
    },
    language,
  )
  expect(row).toMatchObject({
    id: '1',
    name: '',
    level: -1,
    at: '2026-07-01 08:00:00',
    projectId: '7',
    projectName: 'P',
    longitude: '',
    createTime: '1970-01-01 08:00:00',
    isDeleted: 0,
  })
})
test('rule.fmt.date: times are formatted and parsed in the zone, also across clock changes', () => {
  expect(formatTime('2026-03-29T00:59:59Z', 'Europe/Berlin')).toBe('2026-03-29 01:59:59')
  expect(parseTime('2026-03-29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00Z')
  expect(parseTime('2026-10-25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00Z')
  for (const wrong of ['2026-02-30', '0001-01-01 00:00:00', '0000-05-05 00:00:00'])
    expect(parseTime(wrong, 'Asia/Shanghai'), wrong).toBeUndefined()
  expect(parseTime('9999-12-31 23:59:59', 'America/Lima')).toBeUndefined()
  expect(parseTime('9999-12-31 23:59:59', 'Asia/Shanghai')).toBe('9999-12-31T15:59:59Z')
})
test('ids have 19 digits, increase, and stay unique when the clock runs backwards', () => {
  let now = 1_790_000_000_000
  const next = createIds(3, () => now)
  const ids = Array.from({ length: 20_000 }, (_, n) => {
    if (n % 100 === 0) now -= 5
    return next()
  })
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => id.length === 19)).toBe(true)
  expect([...ids].sort()).toEqual(ids)
})
test('a table has its tenant, its policies and its maintained totals', () => {
  const sql = ddlOf(thing)
  expect(sql).toContain("select ll_secure('test_thing', 'tenant');")
  expect(sql).toContain("select ll_counted('test_thing', true);")
  expect(sql).toContain('create index test_thing_project_id_id on test_thing (tenant_id, project_id, id) where not is_deleted;')
  expect(sql).not.toContain('seen')
})
test('rule.err.500: an undeclared error shows no detail; an unavailable database is 503', () => {
  expect(answerTo(new Error('secret detail'), 'zh').body.msg).toBe('服务器异常')
  expect(answerTo(Object.assign(new Error('x'), { code: '57P01' }), 'en').status).toBe(503)
  for (const code of ['57014', '53100', '53300', '58030', '25006', '40P01', '55P03'])
    expect(answerTo(Object.assign(new Error('x'), { code, severity: 'ERROR' }), 'en').status).toBe(503)
  for (const code of ['23502', '42P01', 'XX000'])
    expect(answerTo(Object.assign(new Error('x'), { code, severity: 'ERROR' }), 'en').status).toBe(500)
  expect(answerTo(new Error('Query read timeout'), 'en').status).toBe(503)
  expect(answerTo(errors.notFound(), 'en').body).toMatchObject({ code: 400, success: false })
})
