import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
let admin: ApiClient
const rows = async (path: string) => (await admin.get<{ records: Record<string, unknown>[] }>(`/api/${path}`, { size: 20 })).data.records

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '200', DEMO_DEVICES: '3', DEMO_STRATEGIES: '1' } })
  admin = await product.signIn()
})
afterAll(() => product?.stop())

test('a demo city has linkages, box strategies and alarm linkages', async () => {
  const [user] = await product.platform.system.query<{ tenant: string; account: string }>(
    `select l.tenant_id as tenant, u.account from linkage_instance l join identity_user u on u.id = l.acting_user limit 1`,
  )
  expect(user).toBeDefined()
  admin = await product.signIn({ tenantId: String(user?.tenant), account: String(user?.account) })
  expect(await rows('blade-strategy/linkage/template/page')).toHaveLength(2)
  expect(await rows('blade-strategy/linkage/instance/page')).toMatchObject([{ enable: 2 }])
  const [strategy] = await rows('blade-strategy/boxcontrol/strategy/page')
  expect(strategy?.nextAt).not.toBe('')
  expect(await rows('blade-strategy/boxcontrol/alarmlinkageconfig/list')).toMatchObject([{ enable: 1 }])
})

test('a demo city has timed switches with past runs, a trash strategy, solar modes and a power supply strategy', async () => {
  expect(await rows('blade-strategy/timedSwitchLight/page')).toMatchObject([{ enable: 0, nextAt: '' }])
  expect(await rows('blade-strategy/timedSwitchLight/record/page')).toHaveLength(3)
  expect(await rows('blade-strategy/trashdeviceworkstrategy/list')).toHaveLength(1)
  expect(await rows('blade-sun/mode/list')).toHaveLength(2)
  expect(await rows('blade-strategy/powerSupplyStrategy/list')).toHaveLength(1)
})
