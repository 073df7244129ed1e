import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'

const BASE = '/api/blade-strategy/workstrategy'
let product: TestPlatform
let operator: ApiClient
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '40', DEMO_STRATEGIES: '1', COMMAND_RESEND_SECONDS: '1' } })
  operator = await product.signIn({ tenantId: '100001', account: 'operator' })
})
afterAll(() => product?.stop())

test('city.strategyEvents: the lamps of the demo city get a strategy, follow it, say which switch points they hold, and tell their switch events', async () => {
  const city = createCity({ inventory: await inventoryOf(product.running), latency: 20, ...plays })
  city.start()
  try {
    const { records } = (
      await operator.get<{ records: { id: string; name: string; assigned: number; held: number }[] }>(`${BASE}/normal/page`, { size: 50 })
    ).data
    expect(records.length).toBe(3)
    const [published] = records.filter(({ assigned }) => assigned > 0)
    expect(published).toMatchObject({ name: '主干道半夜灯' })
    await vi.waitFor(
      async () => {
        const { data } = await operator.get<{ assigned: number; held: number }>(`${BASE}/${published!.id}`)
        expect(data.held).toBe(data.assigned)
      },
      { timeout: 60_000, interval: 500 },
    )
    const [lamp] = await product.platform.system.query<{ id: string; sn: string }>(
      `select device_id::text as id, sn from devices_registered where tenant_id = '100001' and type = 4 order by sn limit 1`,
    )
    const read = await operator.get<{ batchId: string; total: number }>(`${BASE}/readWorkStrategyEventBatch`, { sns: lamp!.sn })
    expect(read.body).toMatchObject({ code: 200, data: { total: 1 } })
    await vi.waitFor(
      async () => {
        const { data } = await operator.get<{ records: { events: { level: number; reason: string; text: string }[] }[] }>(
          `${BASE}/readWorkStrategyEventBatch`,
          {
            sns: lamp!.sn,
            read: 0,
          },
        )
        expect(data.records[0]?.events.at(-1)).toMatchObject({ reason: 'program' })
      },
      { timeout: 20_000, interval: 300 },
    )
    const why = await operator.get<{ agrees: number | null; level: number; reported: number | null }>(`${BASE}/why`, {
      controllerId: lamp!.id,
    })
    expect(why.data.agrees, JSON.stringify(why.data)).toBe(1)
  } finally {
    await city.stop()
  }
  expect((await operator.get(`${BASE}/readWorkStrategyEventBatch`, { sns: 'NOBODY' })).body).toMatchObject({ code: 400, field: 'sns' })
})
