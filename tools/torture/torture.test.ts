import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type SharedBroker, startSharedBroker } from '@lamplight/testing'
import type { Inventory } from '@lamplight/town'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plays } from '../../apps/simulator/plays.ts'
import { createAlarmJudge } from './alarm-judge.ts'
import { createHttpCaller, type HttpCaller } from './asker.ts'
import { batchOf, createReceipts, judge } from './judge.ts'
import { listen } from './listener.ts'
import { createServerPart, freePort, type Server, until } from './processes.ts'
import { createToldFaults } from './told-faults.ts'
import { createTroubles, devicesOf } from './troubles.ts'
import { ALARMS_SOON } from './world.ts'

// Three server processes on one database and one broker: `people` serves HTTP, two `workers` serve gateways, commands and timed tasks.
const LAMPS = 200
const COMMAND = '/api/blade-city/controller/batch/command'
let database: Awaited<ReturnType<typeof freshDatabase>>
let broker: SharedBroker
let people: Server
let workers: [Server, Server]
let caller: HttpCaller
let city: City
let inventory: Inventory
let lamps: string[]
let projectId: string
const receipts = createReceipts()
const told = createToldFaults()

const server = async (roles: string): Promise<Server> => {
  const port = await freePort()
  const env = {
    DATABASE_URL: database.url,
    MQTT_URL: `${broker.url}?clientId=server-${port}`,
    DEMO_LAMPS: String(LAMPS),
    DEMO_NIGHTS: '0',
    DEMO_STRATEGIES: '0',
    DEMO_ROWS: '0',
    ROLES: roles,
    ...ALARMS_SOON,
  }
  return createServerPart({ port, env: { ...env, LOG_LEVEL: 'warn' } })
}
const clientOf = ({ url }: Server): string => `server-${new URL(url).port}`
const healthOf = async ({ url }: Server): Promise<{ schedules: boolean; others: number; roles: string[] }> =>
  ((await (await fetch(`${url}/api/health`)).json()) as { data: { schedules: boolean; others: number; roles: string[] } }).data

beforeAll(async () => {
  database = await freshDatabase()
  broker = await startSharedBroker()
  people = await server('api')
  workers = [await server('ingest,dispatch,schedule'), await server('ingest,dispatch,schedule')]
  await Promise.all([people, ...workers].map((each) => each.start()))
  caller = createHttpCaller(() => [people.url])
  await caller.signIn()
  const [project] = (await caller.sure<{ id: string; name: string }[]>('GET', '/api/blade-system/project/list')).data
  projectId = project?.id ?? ''
  const path = `/api/blade-device/gateway/virtual?projectName=${encodeURIComponent(project?.name ?? '')}`
  const { data } = await caller.sure<Inventory>('POST', path)
  inventory = { ...data, broker: { url: broker.url } }
  city = createCity({
    inventory,
    seed: 5,
    latency: 20,
    reportInterval: 5,
    ...plays,
    onTaken: (...message) => {
      receipts.take(...message)
      told.take(...message)
    },
  })
  city.start()
  lamps = data.gateways.flatMap(({ children }) => children.map(({ sn }) => sn))
  const online = async (): Promise<boolean> => {
    const info = await caller.sure<{ gateways: { online: number } }>('GET', '/api/blade-report/dashboard/info')
    return info.data.gateways.online === data.gateways.length
  }
  expect(await until(online, 30_000, 100)).toBe(true)
})
afterAll(async () => {
  await city?.stop()
  await Promise.all([people, ...(workers ?? [])].map((each) => each?.end('SIGTERM')))
  await broker?.stop()
  await database?.drop()
})

const send = async (level: number): Promise<string> =>
  (
    await caller.sure<{ batchId: string }>(
      'POST',
      COMMAND,
      { command: 'dim', level, duration: 3600, selector: { projectId } },
      randomUUID(),
    )
  ).data.batchId
const proven = (batchId: string): Promise<boolean> =>
  until(
    async () => {
      const { verified, total } = await batchOf(caller, batchId)
      return verified === total
    },
    30_000,
    50,
  )

test('each process has its role: one schedules, both take messages of gateways, the one for users answers them', async () => {
  const states = await Promise.all([people, ...workers].map(healthOf))
  expect(states.map(({ others }) => others)).toEqual([2, 2, 2])
  expect(states.filter(({ schedules }) => schedules)).toHaveLength(1)
  expect(states[0]).toMatchObject({ roles: ['api'], schedules: false })
  expect((await fetch(`${workers[0].url}/api/blade-system/project/list`)).status).toBe(404)
  for (const worker of workers) expect(await until(() => broker.delivered(clientOf(worker)) > 5, 10_000)).toBe(true)
})

test('changes stored by other processes are pushed to browsers of this one, and a command is verified', async () => {
  const browser = listen({ urls: () => [people.url], token: caller.token, userId: caller.userId, tags: ['lamps', 'batches'] })
  expect(await until(browser.bound, 5000)).toBe(true)
  const batchId = await send(40)
  expect(await proven(batchId)).toBe(true)
  const dimmed = () => [...browser.seen('lamps').values()].filter((value) => (value as unknown[])[1] === 40).length
  expect(await until(() => dimmed() === LAMPS, 5000)).toBe(true)
  expect(await until(() => browser.seen('batches').has(batchId), 2000)).toBe(true)
  browser.stop()
})

test('workers are killed and restarted in turn while commands and reports run: no row lost, doubled or wrong, one scheduler', async () => {
  for (const [turn, signal] of (['SIGTERM', 'SIGKILL', 'SIGTERM'] as const).entries()) {
    const level = 50 + 10 * turn
    const worker = workers[turn % 2] as Server
    const batchId = send(level)
    await sleep(30 * turn)
    await worker.end(signal)
    await worker.start()
    expect(await proven(await batchId)).toBe(true)
    expect(await judge(city, caller, { batchId: await batchId, level, lamps })).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
  }
  const oneSchedules = async () => (await Promise.all(workers.map(healthOf))).filter(({ schedules }) => schedules).length === 1
  expect(await until(oneSchedules, 10_000, 100)).toBe(true)
  expect(receipts.count()).toBeGreaterThan(LAMPS)
  expect(await until(async () => (await receipts.missing(database.url)) === 0, 10_000, 200)).toBe(true)
  expect(caller.met).toMatchObject({ refused: 0, unavailable: 0, failed: 0, hung: 0 })
})

test('the process that follows alarms is killed while things lose their supply, and stopped while they get it back: no alarm or incident is lost or doubled', async () => {
  expect(await until(() => devicesOf(inventory.gateways).every(told.hasReported), 30_000, 100)).toBe(true)
  const troubles = await createTroubles({ city, inventory, databaseUrl: database.url, told })
  const { judge: judgeAlarms } = createAlarmJudge({ databaseUrl: database.url, told, troubles, inventory })
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const states = await Promise.all(workers.map(healthOf))
    const worker = workers[states.findIndex(({ schedules }) => schedules)] as Server
    troubles.turn()
    await worker.end(signal)
    await worker.start()
    const { words, incidents } = await judgeAlarms()
    expect(words).toBe('')
    expect(incidents.judged).toBe(2)
  }
}, 400_000)
