import { readFile } from 'node:fs/promises'
import { A, route, T } from '@lamplight/server-kit'
import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Description, probeIsolation } from '../../../apps/server/isolation-probe.ts'
import { slices } from '../../../apps/server/slices.ts'

const LEAKING = '/api/blade-system/area/everyones'
/** A route that reads without the tenant's limit, as a mistake would. */
const leaking = route({
  method: 'GET',
  path: LEAKING,
  summary: ['测试', 'Test'],
  permission: 'signed-in',
  query: T.Object({ areaId: T.Optional(T.String()) }),
  returns: A.list(A.of({ id: A.id, tenantId: A.text })),
  handler: ({ ctx, query }) =>
    query.areaId
      ? ctx.platform.system.query('select id::text as id, tenant_id as "tenantId" from places_area where id = $1', [query.areaId])
      : Promise.resolve([]),
})
/** The committed description, with the leaking route. */
const describe = async (): Promise<Description> => {
  const { paths } = JSON.parse(await readFile('docs/openapi.json', 'utf8')) as Description
  return { paths: { ...paths, [LEAKING]: { get: { parameters: [{ name: 'areaId', in: 'query' }] } } } }
}
const [first, ...rest] = slices
const ONE = { tenantId: '000000', account: 'admin', password: 'admin' }
const TWO = { tenantId: '100001', account: 'operator', password: 'operator' }
let product: TestPlatform
beforeAll(async () => {
  if (!first) throw new Error('no slices')
  product = await testPlatform({ slices: [{ ...first, routes: [...(first.routes ?? []), leaking] }, ...rest] })
  for (const { tenantId } of [ONE, TWO])
    await product.platform.system.query('insert into places_area (id, tenant_id, area_name, area_code) values ($1, $2, $3, $3)', [
      product.platform.newId(),
      tenantId,
      `PROBE-${tenantId}`,
    ])
})
afterAll(() => product?.stop())

test('the probe finds the call that answers rows of another tenant, and no other; it sends reads only', async () => {
  const { calls, rows, leaks, unanswered } = await probeIsolation(product.url, [ONE, TWO], describe, '/api/blade-system/area')
  expect(Object.values(rows).every((n) => n > 0)).toBe(true)
  expect(calls).toBeGreaterThan(10)
  expect(unanswered).toEqual([])
  expect([...new Set(leaks.map(({ call }) => call.replace(/=.*/, '')))]).toEqual([`GET ${LEAKING}?areaId`])
  expect(leaks.map(({ caller, owner }) => `${caller} ${owner}`)).toContain('100001 000000')
})
test('two accounts of one tenant, and a wrong password, are refused', async () => {
  await expect(probeIsolation(product.url, [ONE, ONE], describe)).rejects.toThrow('same tenant')
  await expect(probeIsolation(product.url, [ONE, { ...TWO, password: 'wrong' }], describe)).rejects.toThrow(
    '100001/operator could not sign in',
  )
})
