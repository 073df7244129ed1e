import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acksPort } from '../../model/ports.ts'
import { devicesServer } from '../index.ts'
import { createErrorPackets, dropErrorPackets } from './error-packets.ts'

const HOUR = 3_600_000
const SN = 'GW-FAULTY'
const ledger: ServerSlice = {
  domain: { name: 'ledger', label: ['台账', 'Ledger'], level: 2, dependsOn: [] },
  ports: [provide(acksPort, () => ({ acked: async () => undefined }))],
}
let product: TestPlatform
beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer, devicesServer, ledger] })
})
afterAll(() => product?.stop())
const rows = () =>
  product.platform.system.query<{ at: Date; count: number; reason: string; tenant: string }>(
    'select at, count, reason, tenant_id as tenant from devices_error_packet where gateway_sn = $1 order by at, id',
    [SN],
  )

test('the same reason in an hour is one row with the latest content; a gateway has at most 200 rows, the newest; old ones are deleted', async () => {
  const packets = createErrorPackets(product.platform.system, String)
  const at = Date.now()
  const keep = (reason: string, time: number): void => packets.keep({ gateway: SN, kind: 'report', reason, payload: '{}', at: time })
  for (const n of [1, 2, 3]) keep(`[${n}].p.dim must be between 0 and 100`, at)
  await packets.write()
  keep('[9].p.dim must be between 0 and 100', at)
  await packets.write()
  expect(await rows()).toMatchObject([{ count: 4, reason: '[9].p.dim must be between 0 and 100', tenant: '000000' }])
  for (let hour = 0; hour < 15; hour++) {
    for (let n = 0; n < 40; n++) keep(`reason ${'x'.repeat(n)}`, at - (15 - hour) * HOUR)
    await packets.write()
  }
  const kept = await rows()
  expect(kept).toHaveLength(200)
  expect(kept[0]?.at.getTime()).toBeGreaterThanOrEqual(at - 11 * HOUR)
  await dropErrorPackets(product.platform, new Date(at - 2 * HOUR))
  expect((await rows()).every((row) => row.at.getTime() >= at - 2 * HOUR)).toBe(true)
})
