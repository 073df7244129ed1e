import { controlServer } from '@lamplight/control/server'
import { devicesServer } from '@lamplight/devices/server'
import { identityServer } from '@lamplight/identity/server'
import { lightingServer } from '@lamplight/lighting/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solarLampType } from '../model/index.ts'
import { solarServer } from './index.ts'

const NIGHTS = 5
const DAY_MS = 86_400_000
let product: TestPlatform
let operator: ApiClient

beforeAll(async () => {
  const slices = [systemServer, identityServer, placesServer, devicesServer, controlServer, lightingServer, solarServer]
  const config = { DEMO_LAMPS: '1000', DEMO_DEVICES: '1', DEMO_NIGHTS: String(NIGHTS) }
  product = await testPlatform({ slices: slices.map((slice) => ({ ...slice, tasks: [] })), config })
  operator = await product.signIn({ tenantId: '100001', account: 'operator' })
})
afterAll(() => product?.stop())

interface Rows {
  readonly records: readonly Record<string, unknown>[]
  readonly total: number
}
const page = async (path: string, query: object): Promise<Rows> => (await operator.get<Rows>(`/api/${path}`, { ...query })).data

test('the demo village has past days of batteries that charge by day and empty at night, and the city continues them', async () => {
  const { records } = await page('blade-sun/device/list', { size: 100 })
  expect(records).toHaveLength(36)
  expect(records.every(({ soc, reportedAt }) => Number(soc) >= 0 && reportedAt !== '')).toBe(true)
  const slot = (name: keyof typeof solarLampType.properties): number => (solarLampType.properties[name] as { slot: number }).slot
  const [soc, current, charged] = [slot('soc'), slot('batteryCurrent'), slot('charged')]
  const rows = await product.platform.system.query<{ at: Date; soc: number; current: number; charged: number }>(
    `select at, v[${soc}] as soc, v[${current}] as current, v[${charged}] as charged from devices_series where device_id = $1 order by at`,
    [records[0]?.id],
  )
  // Every three hours, in the last two days every half hour.
  expect(rows.length).toBeGreaterThanOrEqual((NIGHTS - 2) * 8 + 2 * 48 - 2)
  expect((rows.at(-1)?.at.getTime() ?? 0) - (rows[0]?.at.getTime() ?? 0)).toBeGreaterThan((NIGHTS - 0.5) * DAY_MS)
  expect(rows.some((row) => row.current > 0) && rows.some((row) => row.current < 0)).toBe(true)
  expect(Math.max(...rows.map((row) => row.soc)) - Math.min(...rows.map((row) => row.soc))).toBeGreaterThan(10)
  expect(rows.every((row, at) => at === 0 || row.charged >= (rows[at - 1]?.charged ?? 0))).toBe(true)
  const [due] = await product.platform.system.query<{ n: number }>(
    `select count(*)::int as n from devices_rollup_due where type = ${solarLampType.code} and tenant_id = '100001'`,
  )
  // One hour of each device and day, which rolls up the day.
  expect(due?.n).toBeGreaterThanOrEqual(36 * NIGHTS)
  expect(due?.n).toBeLessThanOrEqual(36 * (NIGHTS + 2))
})

test('the demo institute has lamps, a group and command records of its own', async () => {
  expect((await page('blade-city/controller/page', { projectType: 4, size: 1 })).total).toBe(40)
  const groups = await page('blade-city/device_group/page', { category: 'institute' })
  expect(groups.records).toMatchObject([{ groupName: '学院路灯', memberCount: 40, systemType: 4 }])
  const records = await page('blade-city/commandrecord/page', { system: 4, size: 100 })
  const city = await page('blade-city/commandrecord/page', { system: 2, size: 100 })
  expect(city.total).toBeGreaterThan(0)
  expect(records.records.map(({ id }) => id).filter((id) => city.records.some((row) => row.id === id))).toEqual([])
})
