import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { callsOf, type Shape } from './fuzz-arbitraries.ts'
import type { Call } from './hand-written.ts'
import { callsOfRun } from './kinds.ts'
import { type Known, knownRows } from './known-rows.ts'
import { type Answered, LOGS, type RouteRow, routeRows, sendCall } from './router.ts'

/** Requests per route; `FUZZ=1000` for a long run, `FUZZ_SEED` to repeat one. */
const EACH = Number(process.env.FUZZ ?? 4)
const SEED = Number(process.env.FUZZ_SEED ?? 20261121)
/** Maximum time of an answer, ms. Other tests run on the machine at the same time, so only a call that hangs or reads everything takes longer. */
const SLOW_MS = 10_000
const FLAT = new Set(['POST /api/blade-auth/oauth/token'])

let product: TestPlatform
let admin: ApiClient
let known: Known
let rows: RouteRow[]
let document: Readonly<Record<string, Readonly<Record<string, Operation>>>>
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: 'path' | 'query'; readonly schema: Record<string, unknown> }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Record<string, unknown> }>> }
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  const role = await admin.post<{ id: string }>('/api/blade-system/role/submit', { roleName: '试', roleAlias: 'fuzz', sort: 9 })
  const made = { account: 'fuzzed', password: 'Fuzzed-1', realName: '试', roleId: role.data.id }
  const user = await admin.post<{ id: string }>('/api/blade-user/submit', made)
  expect(user.code, user.msg).toBe(200)
  known = (await knownRows(product, '000000', admin)).with({ 'identity.user': user.data.id, 'identity.role': role.data.id })
  rows = callsOfRun(routeRows(product.registry), import.meta.url)
  document = ((await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: typeof document }).paths
})
afterAll(() => product?.stop())

const shapeOf = ({ route }: RouteRow): Shape => {
  const operation = document[route.path]?.[route.method.toLowerCase()] ?? {}
  const named = (where: 'path' | 'query') =>
    Object.fromEntries((operation.parameters ?? []).filter((one) => one.in === where).map(({ name, schema }) => [name, schema]))
  const schema = operation.requestBody?.content['application/json']?.schema
  const properties = (one: Record<string, unknown>): Record<string, Record<string, unknown>> =>
    Object.assign(
      {},
      ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => ((one[key] as Record<string, unknown>[] | undefined) ?? []).map(properties)),
      one.properties ?? {},
    )
  return { path: named('path'), query: named('query'), body: schema ? properties(schema) : null }
}
/** Returns what is wrong with an answer, whatever the request; null if nothing. */
const faultOf = (row: RouteRow, answer: Answered): string | null => {
  const { status, json, took } = answer
  if (status >= 500) return `answered ${status}`
  if (took > SLOW_MS) return `took ${Math.round(took)} ms`
  if (![200, 400, 401, 404, 409, 413, 415, 429].includes(status)) return `answered ${status}`
  if (status === 401 && row.route.permission !== 'public') return 'ended the session of who asked'
  if (FLAT.has(row.name)) return status === 200 || json?.error_description ? null : 'says nothing'
  if (status === 200 && row.route.answers === 'raw') return null
  if (!json || typeof json.msg !== 'string' || json.msg === '' || typeof json.success !== 'boolean')
    return `is no envelope: ${answer.text.slice(0, 80)}`
  if (json.code !== status || json.success !== (status === 200) || json.data === null || json.data === undefined)
    return 'contradicts itself'
  const { verb, resource } = row.follows ?? {}
  const paged = verb === 'page' || (verb === 'list' && !resource?.list?.tree)
  if (status === 200 && paged) {
    const { records, total, size, current, pages } = json.data as Record<string, unknown>
    const counts = [total, size, current, pages].every(Number.isInteger)
    if (!Array.isArray(records) || !counts || !records.every((one) => typeof one.id === 'string')) return 'is no page'
  }
  return null
}

test(`${EACH} generated requests for each call: no 500, no slow answer, each answer in the envelope, and the platform keeps running`, {
  timeout: 3_600_000,
}, async () => {
  const faults: string[] = []
  let callCount = 0
  let slowest = 0
  const statuses = new Map<number, number>()
  const ids = [
    known.row('lighting.lamp'),
    known.row('lighting.controller'),
    known.row('devices.gateway'),
    known.row('devices.group'),
    known.row('places.area'),
    known.row('places.project'),
    known.row('control.batch'),
    known.row('identity.role'),
    '1',
  ]
  for (const [at, row] of rows.entries()) {
    // Empty the logs: they contain all requests so far, and their exports would return all of them.
    for (const log of LOGS) await product.platform.system.query(`delete from ${log}`)
    const calls: Call[] = fc.sample(callsOf(shapeOf(row), row.good(known), ids), { numRuns: EACH, seed: SEED + at })
    // Signing out ends the session of the caller.
    const leaves = row.name.endsWith('/oauth/logout')
    for (const call of calls) {
      const answer = await sendCall(product, leaves ? null : admin, row.route, call)
      callCount += 1
      slowest = Math.max(slowest, answer.took)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const fault = faultOf(row, answer)
      if (fault) {
        faults.push(`${row.name} ${fault} on ${JSON.stringify(call).slice(0, 300)}`)
        if (faults.length > 200) break
        if (fault.startsWith('ended')) admin = await product.signIn()
      }
    }
  }
  if (process.env.FUZZ)
    console.log(
      `${callCount} requests to ${rows.length} calls, slowest ${Math.round(slowest)} ms, ${JSON.stringify([...statuses])}, ${faults.length} faults`,
    )
  expect(faults).toEqual([])
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200)
  expect((await admin.get('/api/blade-auth/oauth/user-info')).code).toBe(200)
})
