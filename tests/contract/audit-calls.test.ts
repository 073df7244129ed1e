import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { type ApiDocument, createAnswerCheck } from './answers.ts'
import { DOINGS, type Doing, type World } from './audit-calls.ts'
import { BARE, ELSEWHERE, UNTOLD } from './audit-exceptions.ts'
import { knownRows } from './known-rows.ts'
import { ask, type RouteRow, routeRows } from './router.ts'
import { createSamples } from './samples.ts'

let house: TestPlatform
let admin: ApiClient
let world: World
let rows: RouteRow[]
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-audit-'))
  house = await testPlatform({ slices, config: { DATA_DIR: folder, DEMO_LAMPS: '20' } })
  admin = await house.signIn()
  rows = routeRows(house.registry).filter(({ route }) => route.method !== 'GET')
  const known = await knownRows(house, '000000', admin)
  const theirs = await knownRows(house, '100001', await house.signIn({ tenantId: '100001', account: 'operator' }))
  const samples = createSamples(admin, house.registry.resources)
  // Nothing is done to the administrator who asks, and nothing to what they are.
  const role = await admin.post<{ id: string }>('/api/blade-system/role/submit', { roleName: '被改的', roleAlias: 'walked', sort: 9 })
  const who = { account: 'walked', password: 'Walks-0001', realName: '被改的', roleId: role.data.id }
  const user = await admin.post<{ id: string }>('/api/blade-user/submit', who)
  expect(user.code, user.msg).toBe(200)
  world = { house, admin, known: { ...known, role: role.data.id, user: user.data.id }, theirs, samples }
})
afterAll(async () => {
  await house?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Rows are added, then changed, then removed. */
const turn = ({ name, follows }: RouteRow): number => (/remove|DELETE/.test(name) ? 2 : follows?.verb ? 0 : 1)
const doingOf = async (row: RouteRow): Promise<Doing> => {
  const made = DOINGS[row.name]
  if (made) return made(world)
  const { resource, verb } = row.follows ?? {}
  const { samples } = world
  if (resource && verb && samples.addPath(resource)) {
    if (verb === 'submit' || verb === 'save' || verb === 'create') return { body: await samples.body(resource) }
    const id = await samples.create(resource)
    return verb === 'update' || verb === 'put' ? { body: { id, [resource.title ?? 'name']: `改名${id}` } } : { query: { ids: id } }
  }
  return row.good(row.name.includes('/blade-sales/') ? world.theirs : world.known)
}
const send = async ({ route }: RouteRow, doing: Doing): Promise<{ status: number; msg: string; type: string; text: string }> => {
  const client = doing.as ?? admin
  if (!doing.file) return ask(house, client, route, doing)
  const form = new FormData()
  form.append('file', new Blob([doing.file.content]), doing.file.name)
  const search = new URLSearchParams(Object.entries(doing.query ?? {}).map(([name, value]) => [name, String(value)]))
  const answer = await client.call(route.method, `${route.path}?${search}`, { body: form })
  const text = await answer.text()
  return { status: answer.status, msg: text, type: answer.headers.get('content-type') ?? '', text }
}
interface Entry {
  readonly what: string
  readonly detail: { readonly before?: object; readonly after?: object }
}
/** Entries that people left since `id`; what the dispatcher notes of batches comes when it comes. */
const since = (id: string): Promise<Entry[]> =>
  house.platform.system.query<Entry & Record<string, unknown>>(
    `select what, detail from kit_audit where id > $1 and what <> 'control.batch.ended' order by id`,
    [id],
  )
const newest = async (): Promise<string> => {
  const [row] = await house.platform.system.query<{ id: string }>('select coalesce(max(id), 0)::text as id from kit_audit')
  return row?.id ?? '0'
}

test('every call that changes something leaves an entry that says what was before and what is after', { timeout: 180_000 }, async () => {
  const wrong: string[] = []
  const check = createAnswerCheck((await (await fetch(`${house.url}/api/openapi.json`)).json()) as ApiDocument)
  for (const row of rows.toSorted((one, other) => turn(one) - turn(other))) {
    if (UNTOLD.has(row.name) || ELSEWHERE.has(row.name)) continue
    const doing = await doingOf(row)
    const before = await newest()
    const heard = await send(row, doing)
    const { status, msg } = heard
    wrong.push(...check(row, heard))
    const entries = await since(before)
    const sides = entries.flatMap(({ detail }) => [...Object.keys(detail.before ?? {}), ...Object.keys(detail.after ?? {})])
    if (status !== 200) wrong.push(`${row.name}: ${status} ${msg}`)
    else if (entries.length === 0) wrong.push(`${row.name}: no entry`)
    else if ((sides.length === 0) !== BARE.has(row.name)) wrong.push(`${row.name}: ${JSON.stringify(entries)}`)
  }
  expect(wrong).toEqual([])
})

test('calls that are left out are there, and what they leave is looked at where it is said to be', async () => {
  const names = new Set(rows.map(({ name }) => name))
  const listed = [...UNTOLD.keys(), ...ELSEWHERE.keys(), ...BARE.keys(), ...Object.keys(DOINGS)]
  expect(listed.filter((name) => !names.has(name))).toEqual([])
  for (const [name, [file, what]] of ELSEWHERE) expect(await readFile(new URL(file, import.meta.url), 'utf8'), name).toContain(`'${what}'`)
})

test('an entry holds no secret, whatever was changed', async () => {
  const told = await house.platform.system.query<{ what: string }>(
    `select what from kit_audit where detail::text ~ 'Sample-secret-1|Walks-000|Boss-0001|Guest-1'`,
  )
  expect(told).toEqual([])
})
