import { nightsPort } from '@lamplight/lighting/model'
import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
})
afterAll(() => product?.stop())

const PATH = '/api/blade-city/virtual/night'

test('the night is played at the virtual gateways of the own tenant, and the audit log records it', async () => {
  const nights = product.platform.port(nightsPort)
  const admin = await product.signIn()
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  expect((await operator.get(PATH)).data).toEqual({ available: false, night: false })
  expect(await operator.post(PATH, { night: true })).toMatchObject({ code: 400 })

  const played: (readonly [readonly string[], boolean])[] = []
  const leave = nights.attach((gateways, night) => played.push([gateways, night]))
  expect((await operator.post(PATH, { night: true })).data).toMatchObject({ night: true, gateways: expect.any(Number) })
  const own = await product.platform.system.query<{ sn: string }>("select sn from devices_gateway where tenant_id = '100001'")
  expect(new Set(played[0]?.[0])).toEqual(new Set(own.map(({ sn }) => sn)))
  expect((await operator.get(PATH)).data).toEqual({ available: true, night: true })
  expect((await admin.get(PATH)).data).toEqual({ available: true, night: false })

  // A virtual city that restarts gets the night again.
  await nights.again()
  expect(played[1]).toEqual([played[0]?.[0], true])
  await operator.post(PATH, { night: false })
  expect(played[2]?.[1]).toBe(false)
  leave()

  const [entry] = await product.platform.system.query<{ account: string; n: number }>(
    "select account, count(*)::int as n from kit_audit where what = 'lighting.virtual.night' group by 1",
  )
  expect(entry).toEqual({ account: 'operator', n: 2 })
  expect(await (await product.signIn({ tenantId: '100001', account: 'guest' })).post(PATH, { night: true })).toMatchObject({ code: 400 })
  expect(await operator.post(PATH, { night: 'soon' })).toMatchObject({ code: 400 })
})
