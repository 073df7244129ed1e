import { connectTo } from '@lamplight/postgres/connect'
import { type ApiClient, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
/** More slow lists than the server has connections for requests. */
const SLOW = 16
let product: TestPlatform
let operator: ApiClient
let holder: pg.Client

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  holder = await connectTo(product.databaseUrl)
})
afterAll(async () => {
  await holder?.end()
  await product?.stop()
})

/** Returns the number of statements that wait for the lock on the table of states, that is, of slow lists that hold a connection. */
const held = async (): Promise<number> => {
  const [found] = await queryOnce<{ n: number }>(
    product.databaseUrl,
    "select count(distinct pid)::int as n from pg_locks where not granted and relation = 'devices_state'::regclass",
  )
  return found?.n ?? 0
}

test('slow lists use part of the connections: a fast list answers while sixteen of them wait', async () => {
  // While the table of states is locked, a list filtered by state takes as long as the lock lasts.
  await holder.query('begin')
  await holder.query('lock table devices_state in access exclusive mode')
  const ended: number[] = []
  const slow = Array.from({ length: SLOW }, async (_, n) => {
    const answer = await operator.get('/api/blade-city/lamp/list', { currentControllerStatus: String(1 + (n % 4)), size: 1 + n })
    ended.push(n)
    return answer.code
  })
  await expect.poll(held, { timeout: 10_000 }).toBe(3)
  for (let n = 0; n < 5; n += 1) {
    const { code } = await operator.get('/api/blade-city/lamp_post/page', { current: 1 + n })
    expect(code).toBe(200)
  }
  expect(ended).toEqual([])
  expect(await held()).toBe(3)
  await holder.query('rollback')
  expect(await Promise.all(slow)).toEqual(Array.from({ length: SLOW }, () => 200))
})
