import { type ApiClient, eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringWorld, answeringWorld, TENANT } from './linkage-world.ts'

const TIMED = '/api/blade-strategy/timedSwitchLight'
const HOUR = 3_600_000
interface Run {
  readonly state: number
  readonly dueAt: string
  readonly batchId: string
  readonly total: number
  readonly reason: string
}
let world: AnsweringWorld
let operator: ApiClient
let ahead = 0
const now = (): number => Date.now() + ahead
/** Moves the clock; sessions end by that. */
const jump = async (ms: number): Promise<void> => {
  ahead += ms
  operator = await world.product.signIn({ tenantId: TENANT, account: 'operator' })
}
const instant = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`)
const shown = (ms: number): string => new Date(ms + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
const runsOf = async (switchId: string): Promise<Run[]> =>
  (await operator.get<{ records: Run[] }>(`${TIMED}/record/page`, { switchId, size: 50 })).data.records
const detail = async (id: string) => (await operator.get<Record<string, string>>(`${TIMED}/detail`, { id })).data
const add = async (body: object): Promise<string> => {
  const answer = await operator.post<{ id: string }>(`${TIMED}/submit`, body)
  expect(answer.body, JSON.stringify(body)).toMatchObject({ code: 200 })
  return answer.data.id
}
const weekly = () => ({ name: '每晚开灯', repeat: 2, time: '19:30', command: 1, controllerIds: world.ids['TS-1'] })

beforeAll(async () => {
  world = await answeringWorld(
    'GW-TIMED',
    (cmd, args) => (cmd === 'dim' ? { dim: args.level, on: Number(args.level) > 0 } : { on: args.on }),
    {
      clock: { now },
    },
  )
  operator = world.operator
  for (const sn of ['TS-1', 'TS-2']) {
    const made = await operator.post<{ id: string }>('/api/blade-city/controller', { sn, name: sn, gatewayId: world.gatewayId })
    world.ids[sn] = made.data.id
  }
})
afterAll(() => world?.stop())

test('city.timedSwitch: a wrong timed switch is refused by the name of its field, and nothing is stored', async () => {
  for (const [change, field] of [
    [{ time: '24:00' }, 'time'],
    [{ time: '' }, 'time'],
    [{ weekdays: '0' }, 'weekdays'],
    [{ repeat: 3 }, 'repeat'],
    [{ command: 3, level: 200 }, 'level'],
    [{ controllerIds: '' }, 'controllerIds'],
    [{ controllerIds: '1234567890123456789' }, 'controllerIds'],
    [{ groupId: '1234567890123456789' }, 'groupId'],
    [{ repeat: 1, runAt: shown(now() - HOUR) }, 'runAt'],
    [{ repeat: 1 }, 'runAt'],
  ] as const)
    await world.refused(`${TIMED}/submit`, { ...weekly(), ...change }, field, operator)
  expect((await operator.get<{ total: number }>(`${TIMED}/page`, {})).data.total).toBe(0)
  expect((await world.guest.post(`${TIMED}/submit`, weekly())).body.code).not.toBe(200)
})

test('a one-off switch runs once, as one command record; a weekly one runs at each of its times; a standstill is recorded as missed', async () => {
  const once = await add({ name: '一次', repeat: 1, runAt: shown(now() + 1500), command: 3, level: 30, controllerIds: world.ids['TS-2'] })
  const [run] = await eventually(async () => {
    const found = await runsOf(once)
    return found[0]?.state === 2 ? found : null
  })
  expect(run).toMatchObject({ total: 1 })
  expect(world.sent('dim')).toMatchObject([{ id: run?.batchId, args: { level: 30 }, sns: ['TS-2'] }])
  expect(await detail(once)).toMatchObject({ enable: 0, nextAt: '' })

  const groupId = (await operator.post<{ id: string }>('/api/blade-city/device_group', { groupName: '定时组', devType: 4 })).data.id
  await operator.post('/api/blade-city/device_group/copy', { groupId, ids: [world.ids['TS-1'], world.ids['TS-2']] })
  const { controllerIds: _, ...ofGroup } = weekly()
  const id = await add({ ...ofGroup, groupId })
  const { nextAt } = await detail(id)
  expect(nextAt).toMatch(/ 19:30:00$/)
  // Two minutes late: the run is made up for.
  await jump(instant(String(nextAt)) + 120_000 - now())
  await eventually(async () => (await runsOf(id))[0]?.state === 2)
  expect((await runsOf(id))[0]).toMatchObject({ total: 2 })
  const sent = world.sent('switch').length + world.sent('on').length
  expect(sent).toBeGreaterThan(0)
  const after = await detail(id)
  expect(instant(String(after.nextAt)) - instant(String(nextAt))).toBe(24 * HOUR)
  // Two days and an hour of standstill: two runs are missed, none is made up for.
  await jump(49 * HOUR)
  await eventually(async () => (await runsOf(id)).length === 3)
  expect((await runsOf(id)).map(({ state }) => state)).toEqual([7, 7, 2])
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(world.sent('switch').length + world.sent('on').length).toBe(sent)
  expect((await operator.post(`${TIMED}/remove`, undefined, { ids: `${id},${once}` })).body.code).toBe(200)
})

test('a run whose user is disabled is not sent and says why', async () => {
  const id = await add({ name: '无人', repeat: 1, runAt: shown(now() + 1500), command: 2, controllerIds: world.ids['TS-1'] })
  await world.product.platform.system.query('update strategies_timed_switch set acting_user = 1 where id = $1', [id])
  const [run] = await eventually(async () => {
    const found = await runsOf(id)
    return found[0]?.state === 4 ? found : null
  })
  expect(run).toMatchObject({ reason: '执行人已停用', batchId: '' })
})
