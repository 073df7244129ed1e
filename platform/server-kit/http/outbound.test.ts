import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutbound, createOutboundGuard, isInside } from './outbound.ts'

let server: Server
let base: string
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(5000))
    else if (request.url === '/away') response.writeHead(302, { location: '/large' }).end()
    else if (request.url === '/odd') response.writeHead(999).end('odd')
    else if (request.url !== '/silent') response.end('here')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const strict = createOutbound({ number: (_name, fallback) => fallback })
const open = createOutbound({ number: () => 1 })

test('internal addresses are refused: by number, by name and as mapped IPv6', async () => {
  const port = new URL(base).port
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '0.0.0.0'])
    await expect(strict(`http://${host}:${port}/`), host).rejects.toMatchObject({ why: 'address' })
  for (const address of ['10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', 'fd00::1', 'fe80::1', '::'])
    expect(isInside(address), address).toBe(true)
  for (const address of ['::10.0.0.1', '::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::a00:1', '2001:0:a00:1::1', '2002:a00:1::1', 'fec0::1'])
    expect(isInside(address), address).toBe(true)
  for (const host of ['[::10.0.0.1]', '[2002:7f00:1::]', '[64:ff9b:1:ffff::7f00:1]'])
    await expect(strict(`http://${host}:${port}/`), host).rejects.toMatchObject({ why: 'address' })
  for (const address of ['1.1.1.1', '172.32.0.1', '2606:4700::1111', '2001:4860::8888', '64:ff9c::1'])
    expect(isInside(address), address).toBe(false)
})

test('only http(s) is allowed; a redirect is returned, not followed', async () => {
  for (const address of ['file:///etc/passwd', 'ftp://example.com/', 'nonsense'])
    await expect(open(address)).rejects.toMatchObject({ why: 'scheme' })
  expect((await open(`${base}/away`)).status).toBe(302)
})

test('an allowed request is answered, within limits of size and time', async () => {
  expect(await (await open(`${base}/`)).text()).toBe('here')
  await expect(open(`${base}/large`, { answerAtMost: 1000 })).rejects.toMatchObject({ why: 'size' })
  await expect(open(`${base}/silent`, { timeoutMs: 200 })).rejects.toMatchObject({ why: 'timeout' })
})

test('a status that HTTP does not have and a header that cannot be sent are failures of the request', async () => {
  await expect(open(`${base}/odd`)).rejects.toMatchObject({ name: 'OutboundError', why: 'failed' })
  await expect(open(`${base}/`, { headers: { authorization: 'Bearer a\nb' } })).rejects.toMatchObject({
    name: 'OutboundError',
    why: 'failed',
  })
})

test('for other protocols a host is resolved to an allowed address', async () => {
  const config = { number: (_name: string, fallback: number) => fallback }
  const guard = createOutboundGuard(config)
  for (const host of ['127.0.0.1', '::1', 'localhost', '10.0.0.8'])
    await expect(guard.resolve(host), host).rejects.toMatchObject({ why: 'address' })
  expect(await guard.resolve('1.1.1.1')).toBe('1.1.1.1')
  await expect(guard.resolve('nowhere.invalid')).rejects.toMatchObject({ why: 'failed' })
  expect(['127.0.0.1', '::1']).toContain(await createOutboundGuard({ number: () => 1 }).resolve('localhost'))
})
