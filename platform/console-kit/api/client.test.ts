import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClientParts, createClient } from './client.ts'
import type { ApiError } from './error.ts'
import { worthRetrying } from './query-client.ts'

let requests: { url: string; init: RequestInit }[]
let answers: (Response | Error)[]
beforeEach(() => {
  requests = []
  answers = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer ?? new Error('no answer prepared')
    return answer
  })
})
afterEach(() => vi.unstubAllGlobals())

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const make = (over: Partial<ClientParts> = {}) => {
  const notified: ApiError[] = []
  let ended = 0
  let renewed = 0
  const api = createClient({
    lang: () => 'en',
    token: () => 'tok',
    tenantId: () => '100001',
    fresh: async () => {
      renewed += 1
    },
    onUnauthorized: () => {
      ended += 1
    },
    onError: (error) => notified.push(error),
    onSlow: () => undefined,
    ...over,
  })
  return { api, notified, ended: () => ended, renewed: () => renewed }
}
const headers = (): Record<string, string> => requests.at(-1)!.init.headers as Record<string, string>

test('every call carries client, token, tenant and language (rule.hdr.basic, rule.hdr.bearer, rule.hdr.language, rule.header.auth)', async () => {
  const { api, renewed } = make()
  answers.push(json({ code: 200, success: true, data: { total: 3 }, msg: '' }))
  expect(await api.get('blade-city/lamp/list', { current: 1, name: '' })).toEqual({ total: 3 })
  expect(requests[0]!.url).toBe('/api/blade-city/lamp/list?current=1')
  expect(headers()).toEqual({
    Authorization: `Basic ${btoa('saber:saber_secret')}`,
    'Blade-Auth': 'bearer tok',
    'Tenant-Id': '100001',
    'Accept-Language': 'en-US',
  })
  expect(renewed()).toBe(1)
})

test('rule.const.timeout: a request is given up after 600 seconds, while it waits for the answer or reads it', async () => {
  vi.useFakeTimers()
  const stalled = (signal: AbortSignal) => new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  for (const answer of [
    async (signal: AbortSignal) => stalled(signal),
    async (signal: AbortSignal) => ({ status: 200, text: () => stalled(signal) }) as unknown as Response,
  ]) {
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => answer(signal))
    let ended = false
    const refused = expect(
      make()
        .api.get('blade-city/lamp/list')
        .finally(() => (ended = true)),
    ).rejects.toMatchObject({ msg: 'timeout' })
    await vi.advanceTimersByTimeAsync(599_999)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await refused
  }
  vi.stubGlobal('fetch', async () => json({ code: 200, data: 1 }))
  expect(await make().api.get('blade-city/lamp/list')).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a write that is slow to answer is announced once, a read is not', async () => {
  vi.useFakeTimers()
  let slow = 0
  const { api } = make({ onSlow: () => (slow += 1) })
  const held: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => held.push(resolve)))
  const calls = [api.get('a'), api.post('b', { body: {} })]
  await vi.advanceTimersByTimeAsync(7999)
  expect(slow).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(slow).toBe(1)
  for (const answer of held) answer(json({ code: 200, data: 1 }))
  expect(await Promise.all(calls)).toEqual([1, 1])
  vi.stubGlobal('fetch', async () => json({ code: 200, data: 2 }))
  expect(await api.post('b', { body: {} })).toBe(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(slow).toBe(1)
  vi.useRealTimers()
})

test('a body is sent as JSON, a form as form data', async () => {
  const { api } = make({ lang: () => 'zh' })
  answers.push(json({ code: 200, data: {} }), json({ code: 200, data: {} }))
  await api.post('a', { body: { id: '1' }, headers: { 'Idempotency-Key': 'k' } })
  expect([
    requests[0]!.init.method,
    requests[0]!.init.body,
    headers()['Content-Type'],
    headers()['Idempotency-Key'],
    headers()['Accept-Language'],
  ]).toEqual(['POST', '{"id":"1"}', 'application/json', 'k', 'zh-CN'])
  const form = new URLSearchParams({ a: '1' })
  await api.post('a', { body: form, open: true })
  expect(requests[1]!.init.body).toBe(form)
  expect(headers()['Content-Type']).toBeUndefined()
  expect(headers()['Blade-Auth']).toBeUndefined()
})

test('401 ends the session without a toast; 401 of a public call does not (rule.err.401)', async () => {
  const { api, notified, ended } = make()
  answers.push(json({ code: 401, msg: '请求未授权', data: null }, 401), json({ code: 401, msg: '' }, 401))
  await expect(api.get('a')).rejects.toMatchObject({ code: 401 })
  expect([ended(), notified.length]).toEqual([1, 0])
  await expect(api.get('a', {}, { open: true, quiet: true })).rejects.toMatchObject({ code: 401 })
  expect(ended()).toBe(1)
})

test('an error is shown once, or only thrown if the caller asks for a quiet call', async () => {
  const { api, notified } = make()
  answers.push(json({ code: 400, msg: 'power:不能小于 0' }, 400), json({ code: 400, msg: 'x' }, 400))
  await expect(api.post('a', { body: {} })).rejects.toMatchObject({ code: 400, field: 'power' })
  await expect(api.post('a', { body: {}, quiet: true })).rejects.toMatchObject({ code: 400 })
  expect(notified.map((error) => error.msg)).toEqual(['power:不能小于 0'])
})

test('a missing answer has code 0; an abort by the caller stays an abort', async () => {
  const { api, notified } = make()
  answers.push(new TypeError('fetch failed'))
  await expect(api.get('a')).rejects.toMatchObject({ code: 0, msg: 'offline' })
  const controller = new AbortController()
  controller.abort()
  answers.push(new DOMException('aborted', 'AbortError'))
  await expect(api.get('a', {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(notified).toHaveLength(1)
})

test('bytes are returned unchanged; JSON in their place is an error (rule.err.code)', async () => {
  const { api } = make()
  answers.push(new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'application/octet-stream' } }))
  expect(new Uint8Array(await api.bytes('lamps'))).toEqual(new Uint8Array([1, 2, 3]))
  answers.push(json({ code: 400, msg: '太多' }), json({ code: 200, data: {} }), new Response('', { status: 503 }))
  await expect(api.bytes('lamps')).rejects.toMatchObject({ code: 400, msg: '太多' })
  await expect(api.bytes('lamps')).rejects.toMatchObject({ code: 500 })
  await expect(api.bytes('lamps')).rejects.toMatchObject({ code: 503 })
})

test('only reads that failed without a final answer are retried, twice', () => {
  const error = (code: number, msg = '') => Object.assign(new Error(), { name: 'ApiError', code, msg })
  expect([0, 502, 503, 504].every((code) => worthRetrying(0, error(code)))).toBe(true)
  expect([400, 401, 403, 404, 500].some((code) => worthRetrying(0, error(code)))).toBe(false)
  expect([worthRetrying(2, error(503)), worthRetrying(0, error(0, 'timeout')), worthRetrying(0, new Error('bug'))]).toEqual([
    false,
    false,
    false,
  ])
})
