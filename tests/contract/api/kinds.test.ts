import { type Cut, itemsOfCut, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { sliceOfRoute, wordsOfResource, wordsOfRoute } from './kinds.ts'
import { type RouteRow, routeRows } from './router.ts'

let product: TestPlatform
let rows: readonly RouteRow[]
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  rows = routeRows(product.registry)
})
afterAll(() => product?.stop())

const NOTHING: Cut = { slices: [], files: [] }
const KINDS = { slice: sliceOfRoute, words: wordsOfRoute }

test('a whole run sends every call of the router, so that a fault in any single route is found', () => {
  expect(itemsOfCut(rows, KINDS, undefined)).toHaveLength(product.registry.routes.length)
  const sent = new Set(itemsOfCut(rows, KINDS, undefined).map(({ route }) => route))
  expect(product.registry.routes.filter((route) => !sent.has(route))).toEqual([])
})

test('a cut run sends every call written by hand, and of the generated ones a part that has every word of the kit', () => {
  const chosen = itemsOfCut(rows, KINDS, NOTHING)
  const byHand = rows.filter((row) => !wordsOfRoute(row))
  expect(byHand.filter((row) => !chosen.includes(row))).toEqual([])
  const generated = chosen.filter(wordsOfRoute)
  expect(byHand.length).toBeGreaterThan(400)
  expect(generated.length).toBeGreaterThan(40)
  expect(generated.length).toBeLessThan((rows.length - byHand.length) / 4)
  const wordsIn = (some: readonly RouteRow[]) => new Set(some.flatMap((row) => wordsOfRoute(row) ?? []))
  expect(wordsIn(generated)).toEqual(wordsIn(rows))
  const verbs = new Set(rows.flatMap(({ follows }) => follows?.verb ?? []))
  expect(new Set(generated.flatMap(({ follows }) => follows?.verb ?? []))).toEqual(verbs)
})

test('a cut run sends every call of a changed slice', () => {
  for (const { domain } of slices) {
    const chosen = itemsOfCut(rows, KINDS, { slices: [domain.name], files: [] })
    expect(rows.filter((row) => sliceOfRoute(row) === domain.name && !chosen.includes(row)).map(({ name }) => name)).toEqual([])
  }
})

test('every generated route belongs to the slice of its resource, every written one to the slice that has it', () => {
  const names = new Set(slices.map(({ domain }) => domain.name))
  const without = rows.filter((row) => !names.has(sliceOfRoute(row))).map(({ name }) => name)
  // The platform adds the check of its health and the tables of lifecycles.
  expect(without.filter((name) => name !== 'GET /api/health' && !name.endsWith('/transitions'))).toEqual([])
})

test('of the resources a cut run tries so many that every word is among them', () => {
  const resources = slices.flatMap((slice) => slice.resources ?? []).map(({ resource }) => resource)
  const chosen = itemsOfCut(resources, { slice: ({ name }) => name, words: wordsOfResource }, NOTHING)
  expect(chosen.length).toBeLessThan(resources.length / 2)
  expect(new Set(chosen.flatMap(wordsOfResource))).toEqual(new Set(resources.flatMap(wordsOfResource)))
})
