import { type ApiClient, atLeast, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import type { Call } from './hand-written.ts'
import { callsOfRun } from './kinds.ts'
import { type Known, knownRows } from './known-rows.ts'
import { type RouteRow, routeRows, sendCall } from './router.ts'

// Every parameter that is a date or a time, from the API document: days that the calendar does not have are refused.
type Schema = Record<string, unknown>
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
let product: TestPlatform
let admin: ApiClient
let known: Known
let rows: RouteRow[]
let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  known = await knownRows(product, '000000', admin)
  rows = callsOfRun(routeRows(product.registry), import.meta.url)
  document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as typeof document
})
afterAll(() => product?.stop())

const IMPOSSIBLE = ['2026-02-31', '2026-13-01', '2026-06', 'nope'] as const
const NAMED = /(Date|Time|At|Day|Until|Since)$|^(day|birthday|time|at|date|since|until)$/
/** Names that end like a time and are something else. */
const NO_TIME = /^(pageUpdateTime|offTime|onTime)$/
/** Texts that are searched in part: `2026-0` finds all days of nine months. */
const SEARCHED = /"pattern":"\^\[\^\\\\u0000\]\*\$"/
const isTime = (name: string, schema: Schema): boolean => {
  const text = JSON.stringify(schema)
  if (/\\\\d\{4\}-|\[0-9\]\{4\}-|yyyy-MM-dd/.test(text)) return !/yyyy-MM(?!-)/.test(text) && !/\.\./.test(text)
  return NAMED.test(name) && !NO_TIME.test(name) && !SEARCHED.test(text) && /"string"/.test(text) && !/integer|number|enum/.test(text)
}
const propertiesOf = (schema: Schema): Record<string, Schema> => {
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as Schema[] | undefined) ?? [])
  return Object.assign({}, ...parts.map(propertiesOf), (schema.properties as Record<string, Schema> | undefined) ?? {})
}
interface Wrong {
  readonly name: string
  readonly call: Call
}
const wrongsOf = (row: RouteRow): Wrong[] => {
  const operation = document.paths[row.route.path]?.[row.route.method.toLowerCase()] ?? {}
  const good = row.good(known)
  const inQuery = (operation.parameters ?? []).filter(({ name, in: where, schema }) => where === 'query' && isTime(name, schema))
  const body = Object.entries(propertiesOf(operation.requestBody?.content['application/json']?.schema ?? {}))
  const inBody = body.filter(([name, schema]) => isTime(name, schema))
  return IMPOSSIBLE.flatMap((value) => [
    ...inQuery.map(({ name }) => ({ name: `${name}=${value}`, call: { ...good, query: { ...good.query, [name]: value } } })),
    ...inBody.map(([name]) => ({ name: `${name}: ${value}`, call: { ...good, body: { ...(good.body as object), [name]: value } } })),
  ])
}
/** Parameters that are no times, by call and name, with the reason. */
const EXCEPTIONS: readonly (readonly [call: RegExp, reason: string])[] = []

test('a date or time that the calendar does not have is refused by its name, in every parameter of every call', {
  timeout: 600_000,
}, async () => {
  const wrong: string[] = []
  const places = new Set<string>()
  for (const row of rows)
    for (const { name, call } of wrongsOf(row)) {
      const named = `${row.name} ${name}`
      if (EXCEPTIONS.some(([pattern]) => pattern.test(named))) continue
      places.add(`${row.name} ${name.split(/[=:]/)[0]}`)
      const { status, msg, field } = await sendCall(product, admin, row.route, call)
      const parameter = name.split(/[=:]/)[0] ?? ''
      if (status !== 400 || !(msg.includes(parameter) || field === parameter))
        wrong.push(`${named} → ${status} ${field} ${msg.slice(0, 60)}`)
    }
  expect(wrong).toEqual([])
  expect(places.size).toBeGreaterThan(atLeast(400))
})
