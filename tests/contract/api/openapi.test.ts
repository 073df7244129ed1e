import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { type ApiDocument, createAnswerCheck } from './answers.ts'
import { type Known, knownRows } from './known-rows.ts'
import { type RouteRow, routeRows, sendCall } from './router.ts'

let product: TestPlatform
let admin: ApiClient
let known: Known
let rows: RouteRow[]
let document: ApiDocument

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  known = await knownRows(product, '000000', admin)
  rows = routeRows(product.registry)
  document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as ApiDocument
})
afterAll(() => product?.stop())

test('every read call and every refusal has the documented form', async () => {
  const check = createAnswerCheck(document)
  const wrong: string[] = []
  for (const row of rows) {
    if (row.route.method !== 'GET' || /oauth\/logout/.test(row.name)) continue
    wrong.push(...check(row, await sendCall(product, admin, row.route, row.good(known))))
    wrong.push(...check(row, await sendCall(product, null, row.route, row.good(known))))
  }
  expect(wrong).toEqual([])
})
