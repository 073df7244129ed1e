import { connectTo } from '@lamplight/postgres/connect'
import { freshDatabase } from '@lamplight/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundedPage, pageWindow } from '../http/page-window.ts'
import { treeCte, treeIds } from './tree-sql.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = await connectTo(database.url)
  // 1 > 2 > 3, 1 > 4 (deleted) > 5, and a cycle of 8 and 9.
  await client.query(`create table node (id bigint, parent_id bigint, is_deleted boolean, name text);
    insert into node values (1, null, false, 'a'), (2, 1, false, 'b'), (3, 2, false, 'c'), (4, 1, true, 'd'), (5, 4, false, 'e'), (8, 9, false, 'h'), (9, 8, false, 'i')`)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})
const ids = async (sql: string, params: unknown[]): Promise<number[]> =>
  (await client.query<{ id: string }>(sql, params)).rows.map(({ id }) => Number(id)).sort((a, b) => a - b)

test('a tree query finds children or parents, omits deleted rows by default, and ends in a cycle', async () => {
  expect(await ids(treeIds({ table: 'node', from: { id: '$1' } }), [1])).toEqual([1, 2, 3])
  expect(await ids(treeIds({ table: 'node', from: { ids: '$1' }, deleted: true }), [[1]])).toEqual([1, 2, 3, 4, 5])
  expect(await ids(treeIds({ table: 'node', from: { parent: '$1' } }), [1])).toEqual([2, 3])
  expect(await ids(treeIds({ table: 'node', from: { idsOrAll: '$1' } }), [null])).toEqual([1, 2, 3, 5, 8, 9])
  expect(await ids(treeIds({ table: 'node', from: { id: '$1' }, up: true }), [3])).toEqual([1, 2, 3])
  expect(await ids(treeIds({ table: 'node', from: { id: '$1' }, up: true, deleted: true }), [5])).toEqual([1, 4, 5])
  expect(await ids(treeIds({ table: 'node', from: { id: '$1' } }), [8])).toEqual([8, 9])
})

test('values are passed from row to row, at most 100 levels deep', async () => {
  const path = treeCte({ table: 'node', from: { id: '$1' }, carry: { path: { start: 't.name', next: "w.path || '/' || t.name" } } })
  const { rows } = await client.query(`with recursive ${path} select id::int, path from below order by path`, [1])
  expect(rows).toEqual([
    { id: 1, path: 'a' },
    { id: 2, path: 'a/b' },
    { id: 3, path: 'a/b/c' },
  ])
  expect((await ids(`with recursive ${path} select id from below`, [8])).length).toBe(100)
})

test('invalid names and values are refused', () => {
  expect(() => treeIds({ table: 'node; drop table node', from: { id: '$1' } })).toThrow('is no name')
  expect(() => treeIds({ table: 'node', from: { id: '1 or true' } })).toThrow('is no name')
  expect(() => treeIds({ table: 'node', from: { id: '$1' }, columns: ['name, *'] })).toThrow('is no name')
})

test('rule.paging.all: a negative size is every row up to a limit, from the first', () => {
  expect(boundedPage({ current: 0, size: 0 })).toEqual({ current: 1, size: 1 })
  expect(boundedPage({ current: 2, size: 5000 }, 1000)).toEqual({ current: 2, size: 1000 })
  expect(boundedPage({ current: 2, size: -1 }, 1000)).toEqual({ current: 2, size: -1 })
  expect(pageWindow({ current: 3, size: 10 })).toEqual({ limit: 10, offset: 20 })
  expect(pageWindow({ current: 3, size: -1 })).toEqual({ limit: 10_000, offset: 0 })
  expect(pageWindow({ current: -1, size: 10 }, 50)).toEqual({ limit: 10, offset: 0 })
  expect(pageWindow({ current: 1, size: -1 }, 50)).toEqual({ limit: 50, offset: 0 })
})
