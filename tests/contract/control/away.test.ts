import { type ApiClient, createClient, eventually, md5 } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { type GatedProduct, gatedProduct } from '../platform/gated-product.ts'

const LIST = '/api/blade-system/project/list'
/** A connect may take 1 s, a statement 1 s, the network may be silent for 5 s more, and an answer is due after 3 s. */
const LIMITS = { CONNECT_SECONDS: '1', STATEMENT_SECONDS: '1', ANSWER_SECONDS: '3' }
let product: GatedProduct
let admin: ApiClient

beforeAll(async () => {
  product = await gatedProduct({ slices, env: { DATA_DIR: '/nonexistent', DEMO_LAMPS: '10', ...LIMITS } })
  const form = { tenantId: '000000', username: 'admin', password: md5('admin'), grant_type: 'password', scope: 'all', type: 'account' }
  const open = createClient(product.url, { tenantId: '000000' })
  // On a busy machine the first statements can take longer than the second that they may take here.
  const token = await eventually(async () => (await open.post('/api/blade-auth/oauth/token', undefined, form)).body.access_token, 120_000)
  admin = createClient(product.url, { tenantId: '000000', token: String(token), lang: 'en-US' })
})
afterAll(() => product?.stop())

/** Returns status, Retry-After, message and duration of one call. */
const timedGet = async (path: string) => {
  const begun = performance.now()
  const answer = await admin.call('GET', path)
  const body = (await answer.json()) as { msg: string }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), msg: body.msg, ms: performance.now() - begun }
}
const refused = { status: 503, retryAfter: '2', msg: 'The service is not available at the moment; try again shortly' }
const isBack = () => eventually(async () => (await timedGet(LIST)).status === 200, 2000)

test('an unavailable database gives 503 with Retry-After at once, and calls work again when it is back', async () => {
  expect((await timedGet(LIST)).status).toBe(200)
  product.gate.set('shut')
  for (const path of [LIST, '/api/blade-sleep/0']) {
    const answer = await timedGet(path)
    expect(answer).toMatchObject(refused)
    expect(answer.ms).toBeLessThan(2500)
  }
  const health = await fetch(`${product.url}/api/health`)
  expect(health.status).toBe(503)
  expect(await health.json()).toMatchObject({ data: { database: 'down' } })
  product.gate.set('open')
  await isBack()
})

test('a database that accepts connections and does not answer gives 503 in limited time', async () => {
  product.gate.set('stalled')
  const answers = await Promise.all([timedGet(LIST), timedGet('/api/blade-sleep/0'), timedGet('/api/health')])
  for (const answer of answers) expect(answer.ms).toBeLessThan(4000)
  expect(answers[0]).toMatchObject(refused)
  expect(answers[1]).toMatchObject(refused)
  expect(answers[2]?.status).toBe(503)
  product.gate.set('open')
  await isBack()
})

test('a statement timeout and an exhausted pool give 503 too', async () => {
  const alone = await timedGet('/api/blade-sleep/5')
  expect(alone).toMatchObject(refused)
  expect(alone.ms).toBeGreaterThan(900)
  const many = await Promise.all(Array.from({ length: 40 }, () => timedGet('/api/blade-sleep/5')))
  for (const answer of many) {
    expect(answer).toMatchObject(refused)
    expect(answer.ms).toBeLessThan(4000)
  }
  await isBack()
})

test('a slow database gives slow answers without errors', async () => {
  product.gate.set('slow', 60)
  const answers = await Promise.all(Array.from({ length: 8 }, () => timedGet(LIST)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  product.gate.set('open')
})
