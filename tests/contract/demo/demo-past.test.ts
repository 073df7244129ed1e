import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const NIGHTS = 3
let product: TestPlatform
let admin: ApiClient

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '60', DEMO_DEVICES: '2', DEMO_NIGHTS: String(NIGHTS) } })
  admin = await product.signIn()
})
afterAll(() => product?.stop())

test.each(['trashdevice', 'well', 'env_sensor'])(
  'demo devices of %s have readings of the past nights, and their values are the last ones',
  async (name) => {
    const { data } = await admin.get<{ records: { id: string; sn: string }[] }>(`/api/blade-device/${name}/list`, { size: 5 })
    expect(data.records).toHaveLength(2)
    for (const { id } of data.records) {
      const [{ n, nights }] = (await product.platform.system.query(
        `select count(*)::int as n, extract(day from max(at) - min(at))::int as nights from devices_series where device_id = $1`,
        [id],
      )) as [{ n: number; nights: number }]
      // Three-hourly on the first day, half-hourly in the last two.
      expect(n).toBeGreaterThan(8 + 90)
      expect(nights).toBe(NIGHTS - 1)
      const state = await admin.get<{ values: Record<string, number>; reportedAt: string }>('/api/blade-device/state', { deviceId: id })
      expect(Object.keys(state.data.values).length).toBeGreaterThan(3)
    }
  },
)
