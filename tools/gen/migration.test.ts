import { f } from '@lamplight/fields/model'
import { defineResource, type Fields, type ResourceDefinition } from '@lamplight/kit'
import { ddlOf } from '@lamplight/server-kit'
import { freshDatabase, queryOnce } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableIn } from './catalogue.ts'
import { migrationOf, nextNumber } from './migration.ts'

const bench = (fields: Fields, more: Partial<ResourceDefinition> = {}): string =>
  ddlOf(
    defineResource({
      name: 'places.bench',
      label: ['长椅', 'Bench'],
      code: 'bench',
      scope: 'tenant',
      roles: 'devices',
      api: { base: 'blade-city/bench', verbs: ['list'] },
      fields,
      ...more,
    }),
  )
const name = f.text({ label: ['名称', 'Name'] })
const seats = f.int({ label: ['座位', 'Seats'] })
const before = bench({ name })
const after = bench(
  { name, seats, sn: f.text({ label: ['编号', 'Number'], unique: true }) },
  { indexes: [['seats', 'id']], keyword: ['name'] },
)

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database?.drop()
})

test('a new table is written completely; an unchanged declaration gives no migration', () => {
  expect(migrationOf('', before)).toBe(before)
  expect(migrationOf(before, before)).toBe('')
})

test('fields, unique fields, indexes and a keyword added later give the same table as one that had them from the start', async () => {
  const step = migrationOf(before, after)
  expect(step.split('\n').filter((line) => line.startsWith('alter table')).length).toBe(3)
  const runOnce = <T extends object>(sql: string): Promise<T[]> => queryOnce<T>(database.url, sql)
  await runOnce(`create schema grown; set search_path = grown, public; ${before}; ${step}`)
  await runOnce(`create schema born; set search_path = born, public; ${after}`)
  const born = await tableIn(runOnce, 'born', 'places_bench')
  expect(Object.keys(born ?? {}).length).toBeGreaterThan(15)
  expect(await tableIn(runOnce, 'grown', 'places_bench')).toEqual(born)
})

test('rows that exist get the initial state of a new lifecycle', async () => {
  const step = migrationOf(before, after, new Map([['places_bench.seats', '4']]))
  const row = "insert into places_bench (id, tenant_id, name) values (1, '100001', 'A')"
  await queryOnce(database.url, `create schema old; set search_path = old, public; ${before}; ${row}; ${step}`)
  expect(await queryOnce(database.url, 'select seats from old.places_bench')).toEqual([{ seats: 4 }])
})

test('changes that do not follow from the declarations are marked for review', () => {
  expect(migrationOf(after, before)).toContain('-- REVIEW: places_bench.seats is declared no more.')
  expect(migrationOf(after, before)).toContain('drop index places_bench_seats_id;')
  expect(migrationOf(before, bench({ name: seats }))).toMatch(
    /-- REVIEW: places_bench.name was "name text" and is "name (integer|bigint|int)"/,
  )
  expect(migrationOf(before, '')).toContain('-- REVIEW: places_bench is declared no more.')
})

test('the next number is the highest plus one', () => {
  expect(nextNumber(['0001_baseline.replaces.json', '0001_baseline.sql', '0350_param_types.sql'])).toBe('0351')
})
