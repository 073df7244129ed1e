import { createCalendar, type Program, rampedLevelAt } from '@lamplight/calendar'
import { gatewaysPort } from '@lamplight/devices/model'
import type { Running } from '@lamplight/server-kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, type CityClock, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'
import { checkDue } from '../../../domains/strategies/server/night/night.task.ts'
import { createSamples } from '../api/samples.ts'

// Nights of the virtual city, from its lamps over the broker to the morning's check. Server and city have one clock, which the test moves.
const TENANT = '000000'
const GATEWAY = 'GW-NIGHTS'
const ZONE = 'Australia/Sydney'
const BASE = '/api/blade-strategy/workstrategy'
const [LAT, LNG] = [-33.85, 151.2]
const MINUTE = 60_000
const DAY = 1440 * MINUTE
const ENTRIES = [
  { trigger: 2, offset: 0, level: 100 },
  { trigger: 1, time: '23:30', level: 50 },
  { trigger: 3, offset: 0, level: 0 },
]
const PROGRAM: Program = {
  entries: [
    { trigger: 'sunset', level: 100 },
    { trigger: '23:30', level: 50 },
    { trigger: 'sunrise', level: 0 },
  ],
}

/** Moves to each alarm in turn, and waits after it until the server has stored what the city sent. */
const createSteppedClock = (start: number) => {
  let time = start
  let pending: { at: number; ring: () => void } | null = null
  let settle = async (): Promise<void> => undefined
  const clock: CityClock = {
    now: () => time,
    alarm: (at, ring) => {
      pending = at === null ? null : { at, ring }
    },
  }
  return {
    clock,
    onSettle: (work: () => Promise<void>) => {
      settle = work
    },
    moveTo: async (end: number): Promise<void> => {
      while (pending && pending.at <= end) {
        const { at, ring } = pending
        pending = null
        time = Math.max(time, at)
        ring()
        await settle()
      }
      time = Math.max(time, end)
    },
  }
}

let product: TestPlatform
let operator: ApiClient
let city: City
// Noon of Sydney in November, when it has daylight saving.
const NOON = Date.UTC(2026, 10, 28, 1)
const time = createSteppedClock(NOON)
const ids = new Map<string, string>()
let [sent, taken] = [0, 0]
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  product = await testPlatform({ slices, clock: time.clock, config: { DEMO_LAMPS: '0', COMMAND_RESEND_SECONDS: '1' } })
  const { platform } = product
  await platform.system.query('update identity_tenant set zone = $1 where tenant_id = $2', [ZONE, TENANT])
  operator = await product.signIn({ tenantId: TENANT, account: 'admin' })
  const samples = createSamples(operator, product.registry.resources)
  const gatewayId = platform.newId()
  await platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 6, $4, $5)',
    [gatewayId, TENANT, GATEWAY, LNG, LAT],
  )
  await platform.port(gatewaysPort).issueSecret(GATEWAY, { virtual: true })
  const resourceOf = (name: string) => product.registry.resources.get(name)!.resource
  for (const sn of ['DRIFT', 'NODST', 'FLIP', 'GOOD-1', 'GOOD-2', 'AWAY']) {
    const controllerId = await samples.create(resourceOf('lighting.controller'), { sn, gatewayId })
    const lampId = await samples.create(resourceOf('lighting.lamp'), { sn: `L-${sn}`, power: 100 })
    await platform.system.query('update lighting_lamp set controller_id = $2 where id = $1', [lampId, controllerId])
    ids.set(sn, controllerId)
  }
  // Lamps stand where their post stands.
  for (const table of ['post', 'lamp', 'controller'])
    await platform.system.query(`update lighting_${table} set lng = $1, lat = $2 where tenant_id = $3`, [LNG, LAT, TENANT])
  const inventory = await inventoryOf(product.running as Running)
  const own = { ...inventory, gateways: inventory.gateways.filter(({ sn }) => sn === GATEWAY) }
  city = createCity({
    inventory: own,
    latency: 20,
    reportInterval: 900,
    clock: time.clock,
    ...plays,
    onTaken: () => {
      taken++
    },
  })
  const total = (): number => Object.values(city.stats().sent).reduce((sum, n) => sum + n, 0)
  time.onSettle(async () => {
    await pause(1)
    sent = total()
    for (let tries = 0; tries < 400 && taken < sent && city.isOnline(GATEWAY); tries++) await pause(2)
  })
  city.start()
  for (let tries = 0; tries < 200 && !city.isOnline(GATEWAY); tries++) {
    await pause(20)
    await time.moveTo(time.clock.now() + 50)
  }
  const made = await operator.post<{ id: string }>(`${BASE}/normal`, { name: '半夜灯', entries: ENTRIES })
  const published = await operator.post(`${BASE}/publish`, { strategyId: made.data.id, controllerIds: [...ids.values()].join() })
  expect(published.body).toMatchObject({ code: 200, data: { state: 1 } })
  for (let tries = 0; ; tries++) {
    const { data } = await operator.get<{ assigned: number; held: number }>(`${BASE}/${made.data.id}`)
    if (data.held === ids.size) break
    expect(tries, JSON.stringify(data)).toBeLessThan(300)
    await pause(30)
    await time.moveTo(time.clock.now() + 200)
  }
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

interface WhyAnswer {
  readonly level: number
  readonly agrees: number | null
  readonly statusName: string
  readonly gaps: readonly { readonly from: string; readonly to: string }[]
}
const whyOf = async (sn: string): Promise<WhyAnswer> => (await operator.get<WhyAnswer>(`${BASE}/why`, { controllerId: ids.get(sn) })).data

test('six hours without a server: each lamp has its level in every minute; afterwards its answer to why is right, and the gap is named', async () => {
  const calendar = createCalendar(PROGRAM, { lat: LAT, lng: LNG, zone: ZONE }, 1)
  const night = calendar.night(calendar.nightOf(time.clock.now()))
  // From 18:30 to 00:30: over sunset and the step at 23:30.
  const from = night.start + 6.5 * 60 * MINUTE
  await time.moveTo(from)
  city.killGateway(GATEWAY)
  await pause(50)
  for (let at = from; at <= from + 360 * MINUTE; at += MINUTE) {
    await time.moveTo(at)
    const near = night.steps.some((step) => Math.abs(step.at - at) < 15_000)
    if (!near) expect(city.lamp('AWAY').state.dim, new Date(at).toISOString()).toBe(rampedLevelAt(night, at))
  }
  expect(city.lamp('AWAY').state.dim).toBe(50)
  city.reviveGateway(GATEWAY)
  for (let tries = 0; tries < 200 && !city.isOnline(GATEWAY); tries++) {
    await pause(20)
    await time.moveTo(time.clock.now() + 100)
  }
  await time.moveTo(time.clock.now() + 20 * MINUTE)
  // The clock has moved on: the session has expired.
  operator = await product.signIn({ tenantId: TENANT, account: 'admin' })
  const why = await whyOf('AWAY')
  expect(why, JSON.stringify(why)).toMatchObject({ level: 50, agrees: 1, statusName: '已生效' })
  const gap = why.gaps.find(({ from: begins }) => begins.slice(11) >= '18:00' && begins.slice(11) <= '18:40')
  expect(gap, JSON.stringify(why.gaps)).toBeDefined()
  expect(gap!.to.slice(11) >= '00:25' && gap!.to.slice(11) <= '00:50').toBe(true)
  // The lamp reports its level, but draws no more than its driver in standby: it is dark, not as planned.
  await product.platform.system.query("update devices_state set power = 0.5 where sn = 'AWAY'")
  expect(await whyOf('AWAY')).toMatchObject({ level: 50, agrees: 0, dark: 1 })
  const read = { sns: 'AWAY' }
  await operator.get(`${BASE}/readWorkStrategyEventBatch`, read)
  for (let tries = 0; ; tries++) {
    await pause(30)
    await time.moveTo(time.clock.now() + 1000)
    const { data } = await operator.get<{ records: { events: { level: number; at: string; text: string }[] }[] }>(
      `${BASE}/readWorkStrategyEventBatch`,
      { ...read, read: 0 },
    )
    const [on, half] = data.records[0]?.events.slice(-2) ?? []
    if (half?.level === 50) {
      expect([on, half]).toMatchObject([
        { level: 100, text: '日落' },
        { level: 50, text: '23:30' },
      ])
      break
    }
    expect(tries).toBeLessThan(200)
  }
})

test('a clock that drifts, missing daylight saving and a flipped longitude are named within three nights; healthy lamps are not', async () => {
  city.setCalendarFault('DRIFT', { kind: 'clockDrift', secondsPerDay: 30 })
  city.setCalendarFault('NODST', { kind: 'noDst' })
  city.setCalendarFault('FLIP', { kind: 'longitudeSign' })
  // The check begins an hour after the noon that ends a night.
  const deviations = new Map<string, string>()
  const begin = NOON + DAY
  const nightOf = (night: number): string => new Date(begin + (night - 1) * DAY).toISOString().slice(0, 10)
  for (let night = 1; night <= 3; night++) {
    await time.moveTo(begin + night * DAY + 65 * MINUTE)
    // Changes of level are written together, every two seconds.
    await pause(2500)
    await checkDue(product.platform)
    operator = await product.signIn({ tenantId: TENANT, account: 'admin' })
    const { data } = await operator.get<{ records: { controllerId: string; cause: number; day: string }[] }>(`${BASE}/deviation/page`, {
      size: 100,
    })
    for (const one of data.records) {
      const sn = [...ids].find(([, id]) => id === one.controllerId)?.[0] ?? ''
      if (one.day === nightOf(night)) deviations.set(sn, `${one.cause} in night ${night}`)
    }
  }
  expect(Object.fromEntries(deviations)).toMatchObject({
    DRIFT: expect.stringMatching(/^1 /),
    NODST: expect.stringMatching(/^2 /),
    FLIP: expect.stringMatching(/^4 /),
  })
  expect([...deviations.keys()].filter((sn) => sn.startsWith('GOOD'))).toEqual([])
})
