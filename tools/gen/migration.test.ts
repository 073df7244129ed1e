import { f } from '@lamplight/fields/model'
import { defineResource, type Fields, type ResourceDefinition } from '@lamplight/kit'
import { ddlOf } from '@lamplight/server-kit'
import { freshDatabase } from '@lamplight/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableShape } from '../../tests/contract/table-shape.ts'
import { migrationOf, nextNumber } from './migration.ts'

const bench = (fields: Fields, more: Partial<ResourceDefinition> = {}): string =>
  ddlOf(
    defineResource({
      ...{ name: 'places.bench', label: ['长椅', 'Bench'], code: 'bench', scope: 'tenant', roles: 'devices' },
      ...{ api: { base: 'blade-city/bench', verbs: ['list'] }, fields, ...more },
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
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

test('a new table is written completely; an unchanged declaration gives no migration', () => {
  expect(migrationOf('', before)).toBe(before)
  expect(migrationOf(before, before)).toBe('')
})

test('fields, unique fields, indexes and a keyword added later give the same table as one that had them from the start', async () => {
  const step = migrationOf(before, after)
  expect(step.split('\n').filter((line) => line.startsWith('alter table')).length).toBe(3)
  await client.query('create schema grown; create schema born')
  await client.query(`set search_path = grown, public; ${before}; ${step}`)
  await client.query(`set search_path = born, public; ${after}`)
  expect(await tableShape(client, 'places_bench', 'grown')).toEqual(await tableShape(client, 'places_bench', 'born'))
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
  expect(nextNumber(['0001_kit.sql', '0350_param_types.sql'])).toBe('0351')
})
