import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '200', DEMO_DEVICES: '8' } })
})
afterAll(() => product?.stop())

/** A device stands at a post up to this distance, m: cabinets and charging piles stand beside it. */
const AT_POST_M = 20
const DEGREE_M = 111_320

test('every demo device on the map stands at a post, of every type', async () => {
  const { query } = product.platform.system
  const admin = await product.signIn({ tenantId: '000000', account: 'admin' })
  const kinds = (await admin.get<{ type: string; total: number }[]>('/api/blade-device/map/kinds')).data
  expect(kinds.length).toBeGreaterThan(15)
  const posts = await query<{ lng: number; lat: number }>(
    "select lng, lat from lighting_post where tenant_id = '000000' and not is_deleted and lng is not null",
  )
  const far: string[] = []
  for (const { type, total } of kinds) {
    const { data } = await admin.get<{ lng: number[]; lat: number[] }>('/api/blade-device/map/points', { type })
    expect(data.lng.length, type).toBe(total)
    data.lng.forEach((value, at) => {
      const [lng, lat] = [value / 1e7, data.lat[at]! / 1e7]
      const nearest = Math.min(
        ...posts.map((post) => Math.hypot((post.lng - lng) * Math.cos((lat * Math.PI) / 180), post.lat - lat) * DEGREE_M),
      )
      if (nearest > AT_POST_M) far.push(`${type} ${Math.round(nearest)} m`)
    })
  }
  expect(far).toEqual([])
})
