import { tmpdir } from 'node:os'
import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
afterAll(() => product?.stop())

test('until startup is complete every call except health is 503 with Retry-After, so no correct password is refused', async () => {
  const asked = {
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    headers: { authorization: `Basic ${btoa('saber:saber_secret')}` },
  } as const
  const query = { grant_type: 'password', tenantId: '000000', username: 'admin', password: '21232f297a57a5a743894a0e4a801fc3' }
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '0', DATA_DIR: tmpdir(), DISK_FREE_MB: '1e12' },
    beforeStart: async ({ http }) => {
      for (let tried = 0; tried < 8; tried++) {
        const early = await http.inject({ ...asked, query })
        expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '2'])
      }
      const health = await http.inject({ url: '/api/health' })
      expect([health.statusCode, health.json().data.ready]).toEqual([503, false])
    },
  })
  expect((await product.running.http.inject({ ...asked, query })).statusCode).toBe(200)
})

test('less free space than DISK_FREE_MB makes health 503 with the reason', async () => {
  const health = await product.running.http.inject({ url: '/api/health' })
  expect([health.statusCode, health.json()]).toMatchObject([
    503,
    { success: false, msg: 'the disk is full', data: { ready: true, database: 'up', disk: { state: 'full', freeMb: expect.any(Number) } } },
  ])
})
