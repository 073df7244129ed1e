import { createClient, eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatedProduct, gatedProduct } from '../platform/gated-product.ts'

/** A platform with the default limits: 15 s for a statement, 30 s for an answer. */
let product: GatedProduct
beforeAll(async () => {
  product = await gatedProduct()
})
afterAll(() => product?.stop())

const timedCall = async (seconds: number): Promise<{ status: number; ms: number }> => {
  const begun = performance.now()
  const { status } = await createClient(product.url, { tenantId: '000000' }).call('GET', `/api/blade-sleep/${seconds}`)
  return { status, ms: performance.now() - begun }
}

test('a slow statement is answered', async () => {
  expect((await timedCall(10)).status).toBe(200)
}, 20_000)

test('when a database stops answering, requests fail within ten seconds, later ones sooner; they succeed when it is back', async () => {
  expect((await timedCall(0)).status).toBe(200)
  const working = timedCall(12)
  product.gate.set('stalled')
  for (const answer of await Promise.all([working, timedCall(0), timedCall(0)])) {
    expect(answer.status).toBe(503)
    expect(answer.ms).toBeLessThan(10_000)
  }
  const next = await timedCall(0)
  expect(next.status).toBe(503)
  expect(next.ms).toBeLessThan(7000)
  product.gate.set('open')
  await eventually(async () => (await timedCall(0)).status === 200, 10_000)
}, 40_000)
