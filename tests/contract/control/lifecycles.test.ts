import { type LifecycleDefinition, type ResourceDefinition, snake, type TransitionCall, type TransitionDefinition } from '@lamplight/kit'
import { connectTo } from '@lamplight/postgres/connect'
import { ddlOf, tableOf } from '@lamplight/server-kit'
import { type ApiAnswer, type ApiClient, freshDatabase, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { createSamples, type Samples } from '../api/samples.ts'
import { type Beyond, type ModelActor, type ModelRow, modelOf } from './lifecycle-model.ts'
import { order, plan, trials } from './lifecycle-trial.ts'

const TENANT = '100001'
const OTHER = '100002'
const WRONG_STATE = '当前状态不允许该操作'
type Living = ResourceDefinition & { readonly lifecycle: LifecycleDefinition }
type Values = Readonly<Record<string, unknown>>
interface Actor extends ModelActor {
  readonly client: ApiClient
}

const living = [...slices, trials]
  .flatMap(({ resources = [] }) => resources.map(({ resource }) => resource))
  .filter((resource): resource is Living => resource.lifecycle !== undefined)
  // Rows that devices push have no call that adds them: charging.test.ts tests the lifecycle of orders.
  .filter(({ api }) => api.verbs.includes('submit') || api.verbs.includes('save') || api.verbs.includes('create'))

/** Rules in the code of slices, not in their definitions. */
const BEYOND: Readonly<Record<string, Beyond>> = {
  'devices.gateway': {
    refuses: (row, name, input) => name === 'move' && input.tenantId === row.tenantId,
    tenant: (_row, name, input) => (name === 'cancel' ? '000000' : String(input.tenantId)),
  },
}

let product: TestPlatform
let samples: Samples
let actors: Actor[]
let chief: Actor
const seed = Math.trunc(Math.random() * 1e9)
let turns = seed
/** Returns a random number from 0 to 1 (mulberry32). */
const random = (): number => {
  turns = (turns + 0x6d2b79f5) | 0
  let mixed = Math.imul(turns ^ (turns >>> 15), 1 | turns)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

beforeAll(async () => {
  const database = await freshDatabase()
  const client = await connectTo(database.url)
  for (const resource of [order, plan]) await client.query(ddlOf(resource))
  await client.end()
  product = await testPlatform({ slices: [...slices, trials], config: { DEMO_LAMPS: '0' }, database })
  const admin = await product.signIn()
  await product.platform.system.query(`insert into identity_tenant (id, tenant_id, tenant_name) values ($1, $2, '邻市')`, [
    product.platform.newId(),
    OTHER,
  ])
  const userOf = async (account: string, role: 'admin'): Promise<Actor> => {
    const [found] = await product.platform.system.query<{ id: string }>(
      'select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted',
      [TENANT, role],
    )
    const who = { tenantId: TENANT, account, password: 'Movers-11' }
    const made = await admin.post<{ id: string }>('/api/blade-user/submit', { ...who, realName: account, roleId: found?.id })
    expect(made.code, made.msg).toBe(200)
    return { role, id: made.data.id, tenantId: TENANT, client: await product.signIn(who) }
  }
  const signed = async (role: 'operator' | 'guest'): Promise<Actor> => {
    const signedIn = await product.signIn({ tenantId: TENANT, account: role })
    return { role, id: String(signedIn.userId), tenantId: TENANT, client: signedIn }
  }
  chief = await userOf('mover_one', 'admin')
  actors = [
    chief,
    await userOf('mover_two', 'admin'),
    await signed('operator'),
    await signed('guest'),
    { role: 'administrator', id: String(admin.userId), tenantId: '000000', client: admin },
  ]
  samples = createSamples(chief.client, product.registry.resources)
})
afterAll(() => product?.stop())

/** Returns the state of the row in the database, ignoring who may see it. */
const stateOf = async (resource: Living, id: string): Promise<number> => {
  const [row] = await product.platform.system.query<{ state: number }>(
    `select ${snake(resource.lifecycle.field)} as state from ${tableOf(resource)} where id = $1`,
    [id],
  )
  return row?.state ?? -1
}
const requiredBy = ({ lifecycle: { states } }: Living): string[] => Object.values(states).flatMap(({ requires = [] }) => requires)
/** Returns the fields that decide transitions: users of the row, fields that states require, and the values that at most one row may have. */
const decisive = (resource: Living): string[] => [
  ...requiredBy(resource),
  ...Object.values(resource.lifecycle.relations ?? {}).map(({ field }) => field),
  ...Object.values(resource.lifecycle.transitions).flatMap(({ sole }) =>
    sole ? [...sole.within, ...(sole.overlap ? [sole.overlap] : [])] : [],
  ),
]

const wireOf = ({ fields }: Living, name: string): string => fields[name]?.options.wire ?? name

/** Creates a row by its add call; its users are chosen among the actors. `partly`: some of the fields that states require are empty. */
const make = async (resource: Living, partly = false): Promise<ModelRow> => {
  const body: Record<string, unknown> = { ...(await samples.body(resource)), locked: 0 }
  for (const { field } of Object.values(resource.lifecycle.relations ?? {})) body[field] = pick(actors.slice(0, 3)).id
  for (const name of partly ? requiredBy(resource) : []) if (random() < 0.25) body[wireOf(resource, name)] = ''
  const made = await chief.client.post<{ id: string }>(samples.addPath(resource) as string, body)
  expect(made.code, `${resource.name}: ${made.msg}`).toBe(200)
  const shown = await chief.client.get<Record<string, unknown>>(`/api/${resource.api.base}/detail`, { id: made.data.id })
  const values = Object.fromEntries(decisive(resource).map((name) => [name, shown.data[wireOf(resource, name)]]))
  const state = resource.lifecycle.initial
  return { id: made.data.id, values, tenantId: TENANT, state, history: [{ transition: 'add', from: null, to: state }] }
}

/** Returns input for a transition, with references to existing rows. */
const goodInput = (resource: Living, { input = {} }: TransitionDefinition) => samples.body({ ...resource, fields: input })
const inputOf = async (resource: Living, transition: TransitionDefinition): Promise<Record<string, unknown>> => {
  const { input = {} } = transition
  const values = await goodInput(resource, transition)
  if ('tenantId' in values) values.tenantId = pick([TENANT, OTHER])
  for (const [name, { options }] of Object.entries(input)) if (options.required && random() < 0.1) delete values[name]
  return values
}

interface Attempt {
  readonly accepted: boolean
  readonly msg: string
}
const callsOf = ({ one, many }: TransitionDefinition): [TransitionCall, boolean][] => [
  ...(one ? [[one, false] as [TransitionCall, boolean]] : []),
  ...(many ? [[many, true] as [TransitionCall, boolean]] : []),
]
/** Requests a transition by one of its calls. */
const attempt = async (resource: Living, client: ApiClient, name: string, id: string, input: Values): Promise<Attempt> => {
  const transition = resource.lifecycle.transitions[name] as TransitionDefinition
  const [call, many] = pick(callsOf(transition))
  const path = call.path.startsWith('/') ? `/api${call.path}` : `/api/${resource.api.base}/${call.path}`
  const body = { ...input, ...call.with, [call.key ?? (many ? 'ids' : 'id')]: many ? [id] : id }
  const answer: ApiAnswer<{ successCount?: number; failures?: { msg: string }[] }> =
    call.method === 'PUT' ? await client.put(path, body) : await client.post(path, body)
  expect([200, 400], `${path}: ${answer.msg}`).toContain(answer.status)
  if (answer.code !== 200) return { accepted: false, msg: answer.msg }
  if (!many) return { accepted: true, msg: '' }
  return { accepted: answer.data.successCount === 1, msg: answer.data.failures?.[0]?.msg ?? '' }
}

const names = ({ lifecycle }: Living): string[] =>
  Object.entries(lifecycle.transitions).flatMap(([name, { automatic }]) => (automatic ? [] : [name]))
const removes = ({ api }: Living): boolean => api.verbs.includes('remove')

describe.each(living.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const { lifecycle } = resource
  const model = modelOf(resource, BEYOND[resource.name])

  test('random histories by users of all roles end as the definition says', async () => {
    const rows = [await make(resource), await make(resource, true), await make(resource, true)]
    let [done, refused] = [0, 0]
    // Where few transitions are open to few people, 120 random steps can make fewer than six of them.
    for (let step = 0; step < 120 || (step < 1000 && Math.min(done, refused) <= 5); step++) {
      const [actor, row, name] = [pick(actors), pick(rows), pick(names(resource))]
      const transition = lifecycle.transitions[name] as TransitionDefinition
      const input = await inputOf(resource, transition)
      const why = model.refusal(actor, row, name, input)
      const answer = await attempt(resource, actor.client, name, row.id, input)
      const context = `seed ${seed}, step ${step}: ${actor.role} ${name} of ${row.id} in ${row.state}, ${why}: ${answer.msg}`
      expect(answer.accepted, context).toBe(why === null)
      if (why === null) model.move(row, name, input, rows)
      if (why === 'state') expect(answer.msg.startsWith(transition.refused?.[0] ?? WRONG_STATE), context).toBe(true)
      if (why === 'lack') {
        const [first = ''] = model.lacking(row, model.next(row, name) as number)
        expect(answer.msg, context).toContain(resource.fields[first]?.options.label[0])
      }
      if (why === null) done += 1
      else refused += 1
      for (const one of rows) expect(await stateOf(resource, one.id), context).toBe(one.state)
    }
    expect([done > 5, refused > 5]).toEqual([true, true])
    for (const row of rows) {
      const reader = actors.find((actor) => model.sees(actor, row)) as Actor
      const { data } = await reader.client.get<{ records: { transition: string; fromState: number; toState: number }[]; total: number }>(
        `/api/${resource.api.base}/transitions`,
        { id: row.id, size: 200 },
      )
      const steps = data.records.toReversed().map(({ transition, fromState, toState }) => [transition, fromState, toState])
      const meant = row.history.map(({ transition, from, to }) => [transition, from ?? -1, to])
      // A reader of one tenant does not see steps from the time when the row belonged to another tenant.
      if (isPlatforms(resource)) expect(meant).toEqual(expect.arrayContaining(steps))
      else expect(steps, `seed ${seed}`).toEqual(meant)
      expect(data.total).toBe(steps.length)
    }
  })

  test('rows are changed and removed only in the states that the definition allows', async () => {
    for (const state of Object.keys(lifecycle.states).map(Number)) {
      const row = await make(resource)
      await setState(resource, row.id, state)
      const shown = await chief.client.get<Record<string, unknown>>(`/api/${resource.api.base}/detail`, { id: row.id })
      const changed = await chief.client.post(`/api/${resource.api.base}/submit`, shown.data)
      const mayEdit = lifecycle.edit?.in.includes(state) ?? true
      expect([state, changed.code], changed.msg).toEqual([state, mayEdit ? 200 : 400])
      if (!mayEdit) expect(changed.msg.startsWith(WRONG_STATE)).toBe(true)
      if (!removes(resource)) continue
      const gone = await chief.client.post(`/api/${resource.api.base}/remove`, undefined, { ids: row.id })
      expect([state, gone.code], gone.msg).toEqual([state, (lifecycle.remove?.in.includes(state) ?? true) ? 200 : 400])
    }
  })

  test('of two concurrent transitions one succeeds', async () => {
    for (const name of names(resource)) {
      const transition = lifecycle.transitions[name] as TransitionDefinition
      const [from] = transition.from
      if (from === undefined || typeof transition.to !== 'number' || transition.from.includes(transition.to)) continue
      for (let round = 0; round < 3; round++) {
        const row = await make(resource)
        await setState(resource, row.id, from)
        row.state = from
        const input = await goodInput(resource, transition)
        const able = actors.filter((actor) => model.refusal(actor, row, name, input) === null)
        if (able.length === 0) continue
        const both = await Promise.all(
          [0, 1, 2].map((at) => attempt(resource, (able[at] ?? able[0])?.client as ApiClient, name, row.id, input)),
        )
        expect(both.filter(({ accepted }) => accepted).length, `${name}: ${JSON.stringify(both)}`).toBe(1)
        expect(await stateOf(resource, row.id)).toBe(transition.to)
      }
    }
  })
})

const isPlatforms = ({ scope }: Living): boolean => scope === 'platform'
const setState = async (resource: Living, id: string, state: number): Promise<void> => {
  await product.platform.system.query(`update ${tableOf(resource)} set ${snake(resource.lifecycle.field)} = $2 where id = $1`, [id, state])
}

test('of two rows that exclude each other in a state, one gets there when both are enabled at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const body = { kind: round, lamps: chief.id }
    const ids = await Promise.all(
      [1, 2, 3].map(
        async (at) => (await chief.client.post<{ id: string }>('/api/blade-trials/plan/submit', { ...body, name: `案${at}` })).data.id,
      ),
    )
    const answers = await Promise.all(ids.map((id) => chief.client.post('/api/blade-trials/plan/enable', { id })))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    const states = await Promise.all(ids.map((id) => stateOf(plan, id)))
    expect(states.reduce((sum, state) => sum + state, 0)).toBe(1)
  }
  const add = async (name: string, kind: number): Promise<string> =>
    (await chief.client.post<{ id: string }>('/api/blade-trials/plan/submit', { name, kind, lamps: chief.id })).data.id
  const [one, other, apart] = [await add('一', 8), await add('二', 8), await add('三', 9)]
  const all = await chief.client.post<object>('/api/blade-trials/plan/enableAll', { ids: [one, other, apart] })
  expect(all.data).toMatchObject({ successCount: 3 })
  expect(await Promise.all([one, other, apart].map((id) => stateOf(plan, id)))).toEqual([0, 1, 1])
  const history = await chief.client.get<{ records: { transition: string }[] }>('/api/blade-trials/plan/transitions', { id: one })
  expect(history.data.records.map(({ transition }) => transition)).toEqual(['displace', 'enable', 'add'])
})

test('a condition refuses the transition and the removal with its text; each of several rows is judged separately', async () => {
  const made = await Promise.all(
    ['甲', '乙'].map((name, at) =>
      chief.client.post<{ id: string }>('/api/blade-trials/order/submit', {
        name,
        locked: at,
        handlerId: actors[1]?.id,
        site: '一号',
        watchers: chief.id,
      }),
    ),
  )
  const [free, locked] = made.map(({ data }) => data.id) as [string, string]
  const gone = await chief.client.post('/api/blade-trials/order/remove', undefined, { ids: locked })
  expect([gone.status, gone.msg]).toEqual([400, '工单 乙 已锁定'])
  await setState(order, locked, 30)
  expect((await chief.client.post('/api/blade-trials/order/accept', { id: locked })).msg).toBe('工单 乙 已锁定')
  const both = await chief.client.post<object>('/api/blade-trials/order/batchCheck', { ids: `${free},${locked}`, check: 1 })
  expect(both.data).toEqual({ successCount: 1, failCount: 1, failures: [{ id: locked, msg: `${WRONG_STATE}：乙（待验收）` }] })
  expect((await chief.client.post('/api/blade-trials/order/check', { id: free })).msg).toContain('check')
  expect((await chief.client.post('/api/blade-trials/order/check', { id: free, check: 3 })).msg).toContain('check')
})

test('a state requires fields: no transition enters it without them, and no change empties them', async () => {
  const base = '/api/blade-trials/order'
  const watchers = chief.id
  const add = async (body: object): Promise<string> => (await chief.client.post<{ id: string }>(`${base}/submit`, body)).data.id
  const [whole, siteless, bare] = [
    await add({ name: '全', site: '一号', watchers }),
    await add({ name: '缺', watchers }),
    await add({ name: '空' }),
  ]
  const needs = (field: string, row: string): string => `“处理中”状态须填写${field}：${row}`
  const one = await chief.client.post(`${base}/check`, { id: bare, check: 1 })
  expect([one.status, one.msg, one.body.field]).toEqual([400, needs('地点、关注人', '空'), 'site'])
  const all = await chief.client.post<object>(`${base}/batchCheck`, { ids: [whole, siteless, bare], check: 1 })
  expect(all.data).toEqual({
    successCount: 1,
    failCount: 2,
    failures: [
      { id: siteless, msg: needs('地点', '缺') },
      { id: bare, msg: needs('地点、关注人', '空') },
    ],
  })
  expect(await Promise.all([whole, siteless, bare].map((id) => stateOf(order, id)))).toEqual([20, 10, 10])
  const steps = await chief.client.get<{ total: number }>(`${base}/transitions`, { id: bare })
  expect(steps.data.total).toBe(1)

  const emptied = await chief.client.post(`${base}/submit`, { id: whole, name: '改', site: '' })
  expect([emptied.status, emptied.msg, emptied.body.field]).toEqual([400, needs('地点', '改'), 'site'])
  expect((await chief.client.post(`${base}/submit`, { id: whole, watchers: '' })).msg).toBe(needs('关注人', '全'))
  const shown = await chief.client.get<Values>(`${base}/detail`, { id: whole })
  expect(shown.data).toMatchObject({ name: '全', site: '一号', watchers })
  expect((await chief.client.post(`${base}/submit`, { id: whole, site: '二号' })).code).toBe(200)
  expect((await chief.client.post(`${base}/submit`, { id: siteless, name: '可改', watchers: '' })).code).toBe(200)
  // A row that came into the state before the state required the field is changed without it, and not emptied.
  await setState(order, bare, 20)
  expect((await chief.client.post(`${base}/submit`, { id: bare, name: '旧' })).code).toBe(200)

  const english = await product.signIn({ tenantId: TENANT, account: 'mover_one', password: 'Movers-11', lang: 'en-US' })
  expect((await english.post(`${base}/submit`, { id: whole, site: '' })).msg).toBe('The state “In progress” needs Site: 全')
  const text = await (await fetch(`${product.url}/api/openapi.json`)).text()
  expect(text).toContain('id of the row; for the state In progress it needs Site, Watchers')
  expect(text).toContain('Site; not empty in the state In progress')
})

test('the history is readable in its tenant only, and cannot be changed', async () => {
  const { data } = await chief.client.post<{ id: string }>('/api/blade-trials/order/submit', { name: '丙' })
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const path = '/api/blade-trials/order/transitions'
  expect((await operator.get<{ total: number }>(path, { id: data.id })).data.total).toBe(1)
  const admin = actors.at(-1)?.client as ApiClient
  expect((await admin.get(path, { id: data.id })).msg).toBe('数据不存在或已被删除')
  const { query } = product.platform.asTenant(OTHER)
  expect(await query('select 1 from kit_transition where row_id = $1', [data.id])).toEqual([])
  await expect(product.platform.asTenant(TENANT).query('delete from kit_transition where row_id = $1', [data.id])).rejects.toThrow(
    /permission denied/,
  )
  await expect(product.platform.asTenant(TENANT).query('update kit_transition set to_state = 1')).rejects.toThrow(/permission denied/)
})
