import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { type ApiDocument, createAnswerCheck, operationOf } from '../api/answers.ts'
import { lacking, REFUSED } from '../api/examples.ts'
import { callsOfRun } from '../api/kinds.ts'
import { knownRows } from '../api/known-rows.ts'
import { type RouteRow, routeRows } from '../api/router.ts'
import { createSamples } from '../api/samples.ts'
import { prepareExample } from '../api/send-example.ts'
import { STAGES } from './audit-calls.ts'
import { BARE, ELSEWHERE, WITHOUT_ENTRY } from './audit-exceptions.ts'
import type { World } from './audit-stage.ts'

let product: TestPlatform
let admin: ApiClient
let world: World
let all: RouteRow[]
/** The calls that this run sends. */
let rows: RouteRow[]
let folder: string
let document: ApiDocument

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-audit-'))
  product = await testPlatform({ slices, config: { DATA_DIR: folder, DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  all = routeRows(product.registry)
  rows = callsOfRun(all, import.meta.url)
  document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as ApiDocument
  const known = await knownRows(product, '000000', admin)
  const theirs = await knownRows(product, '100001', await product.signIn({ tenantId: '100001', account: 'operator' }))
  const samples = createSamples(admin, product.registry.resources)
  // The calls change this new user and role, not the signed-in administrator and its role.
  const role = await admin.post<{ id: string }>('/api/blade-system/role/submit', { roleName: '被改的', roleAlias: 'walked', sort: 9 })
  const who = { account: 'walked', password: 'Sample-secret-1', realName: '被改的', roleId: role.data.id }
  const user = await admin.post<{ id: string }>('/api/blade-user/submit', who)
  expect(user.code, user.msg).toBe(200)
  world = { product, admin, known: known.with({ 'identity.role': role.data.id, 'identity.user': user.data.id }), theirs, samples }
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Order of the calls: those that add rows first, then those that change rows, then those that remove rows. */
const turn = ({ name, follows }: RouteRow): number => (/remove|DELETE/.test(name) ? 2 : follows?.verb ? 0 : 1)
interface Entry {
  readonly what: string
  readonly detail: { readonly before?: object; readonly after?: object }
}
/** Returns the audit entries since `id`, without those of the dispatcher, which are written at any time. */
const since = (id: string): Promise<Entry[]> =>
  product.platform.system.query<Entry & Record<string, unknown>>(
    `select what, detail from kit_audit where id > $1 and what <> 'control.batch.ended' order by id`,
    [id],
  )
const newest = async (): Promise<string> => {
  const [row] = await product.platform.system.query<{ id: string }>('select coalesce(max(id), 0)::text as id from kit_audit')
  return row?.id ?? '0'
}

/** True if the call is a command: its audit entry contains the command, and the result is in the batch. */
const isBare = ({ name, follows }: RouteRow): boolean =>
  BARE.has(name) ||
  follows?.action?.command !== undefined ||
  /^POST \/api\/(blade-city\/controller\/(batch|group)\/(get|set|calibrate)\/(?!source$|cap$|workstrategy$|strategydata$)[a-z]+(\/message)?|blade-[a-z]+\/[A-Za-z/]+\/send|blade-city\/controller\/(batch|group)\/(reboot|remotecontrol)|blade-city\/controller\/install\/check\/again|blade-city\/baseConfig\/(batch|group)send|blade-city\/param\/repair)$/.test(
    name,
  )

const refused = (name: string): boolean => name in REFUSED

test('every call has an example with its required fields', () => {
  const missing = all.map((row) => [row.name, lacking(operationOf(document, row.route))] as const)
  expect(missing.filter(([name, left]) => left.length > 0 && !refused(name))).toEqual([])
})

test('the example of every read call is answered as the document says', async () => {
  const wrong: string[] = []
  const check = createAnswerCheck(document)
  for (const row of rows) {
    // Signing out would end the session that this test uses.
    if (row.route.method !== 'GET' || row.name.endsWith('/oauth/logout')) continue
    const answer = await (await prepareExample(world, document, row))()
    wrong.push(...check(row, answer))
    if (answer.status >= 400 !== refused(row.name)) wrong.push(`${row.name}: ${answer.status} ${answer.msg}`)
  }
  expect(wrong).toEqual([])
})

test('the example of every write call succeeds and leaves an audit entry with the values before and after', async () => {
  const wrong: string[] = []
  const check = createAnswerCheck(document)
  const changing = rows.filter(({ route }) => route.method !== 'GET')
  for (const row of changing.toSorted((one, other) => turn(one) - turn(other))) {
    const send = await prepareExample(world, document, row)
    const before = await newest()
    const answer = await send()
    const { status, msg } = answer
    wrong.push(...check(row, answer))
    if ((status !== 200) !== refused(row.name)) wrong.push(`${row.name}: ${status} ${msg}`)
    const isDraft = row.follows?.sheet === 'upload' || row.follows?.sheet === 'discard'
    if (status !== 200 || isDraft || WITHOUT_ENTRY.has(row.name) || ELSEWHERE.has(row.name)) continue
    const entries = await since(before)
    const sides = entries.flatMap(({ detail }) => [...Object.keys(detail.before ?? {}), ...Object.keys(detail.after ?? {})])
    if (entries.length === 0) wrong.push(`${row.name}: no entry`)
    else if ((sides.length === 0) !== isBare(row)) wrong.push(`${row.name}: ${JSON.stringify(entries)}`)
  }
  expect(wrong).toEqual([])
})

test('skipped calls exist, and another test covers their audit entry', async () => {
  const names = new Set(all.map(({ name }) => name))
  const listed = [...WITHOUT_ENTRY.keys(), ...ELSEWHERE.keys(), ...BARE.keys(), ...Object.keys(STAGES), ...Object.keys(REFUSED)]
  expect(listed.filter((name) => !names.has(name))).toEqual([])
  for (const [name, [file, what]] of ELSEWHERE) expect(await readFile(new URL(file, import.meta.url), 'utf8'), name).toContain(`'${what}'`)
})

test('no audit entry contains a secret', async () => {
  const leaks = await product.platform.system.query<{ what: string }>(
    `select what from kit_audit where detail::text ~ 'Sample-secret-[12]'`,
  )
  expect(leaks).toEqual([])
})
