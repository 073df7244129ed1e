import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { identityServer } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type DatabaseGate, openDatabaseGate, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** An address of this machine that is not a loopback address: connections to it count as sent over a network. */
const ELSEWHERE = '0.0.0.0'
const SSL_REQUEST = '0000000804d2162f'
const PLAIN = '数据源不支持加密连接：请在数据库上启用 TLS，或在“加密”中选择“不加密”'
/** Self-signed certificate for localhost, valid from 2020 to 2119, used only by this test's server. */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnl217ZWOswCABit2
vdfUBwO/JSFoEUXIOEzP8BAeLdKhRANCAAQ3Q5XaGmI0D+6kvJImbrGhh0cLkLQ8
m77TQWK5W7AUlgkZppJ6wXczhTn93s+MkGZ434ImabwXTC23sBrCKCLC
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUIMsMe8lsm2LYI+Wph9zPCAOZMjEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMTkxMjA4
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ3Q5XaGmI0D+6kvJImbrGhh0cLkLQ8m77TQWK5W7AUlgkZppJ6wXcz
hTn93s+MkGZ434ImabwXTC23sBrCKCLCo1MwUTAdBgNVHQ4EFgQUazlI7gUV1auH
B4lmLsbM8gz7mCkwHwYDVR0jBBgwFoAUazlI7gUV1auHB4lmLsbM8gz7mCkwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBQ0PgAZo0XgZ9bsRfEFNqx
4nKKCW4SIfVgSmUJXEjN4gIhAKNQ4Hy0fh0LW6lNL7SaIX87/1CJZYMPfgq+/mXE
Ga9G
-----END CERTIFICATE-----`,
}
let product: TestPlatform
let admin: ApiClient
let gate: DatabaseGate
let folder: string
/** A database with TLS and a self-signed certificate, and one without TLS. */
let secure: Server
let plain: Server
const sslRequests: string[] = []
const sockets = new Set<Socket>()

/** Records a client's first bytes and answers them with `answer`: S for TLS, N for no TLS. */
const listen = async (answer: 'S' | 'N', then: (socket: Socket) => void): Promise<Server> => {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', (bytes) => {
      sslRequests.push(bytes.toString('hex'))
      socket.pause()
      socket.write(answer)
      then(socket)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '0.0.0.0', ready))
  return server
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-tls-'))
  const secureContext = createSecureContext(SELF_SIGNED)
  product = await testPlatform({ slices: [systemServer, identityServer], config: { OUTBOUND_PRIVATE: '1', DATA_DIR: folder } })
  admin = await product.signIn()
  gate = await openDatabaseGate(product.databaseUrl)
  secure = await listen('S', (socket) => {
    const inner = new TLSSocket(socket, { isServer: true, secureContext })
    const database = connect(Number(new URL(gate.url).port), '127.0.0.1')
    for (const one of [inner, database]) one.on('error', () => socket.destroy())
    inner.pipe(database).pipe(inner)
  })
  plain = await listen('N', (socket) => {
    socket.on('data', (bytes) => sslRequests.push(bytes.toString()))
    socket.resume()
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  secure?.close()
  plain?.close()
  await gate?.stop()
  await product?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const draft = (host: string, port: number, query = '', encryption: number | null = null) => {
  const { username, pathname } = new URL(gate.url)
  const url = `jdbc:postgresql://${host}:${port}${pathname}${query}`
  return { name: '城市', driverClass: 'org.postgresql.Driver', url, username, password: 'a secret', encryption }
}
/** Tests the connection to a new data source; returns the error message, empty on success. */
const tried = async (source: ReturnType<typeof draft>): Promise<string> => {
  const made = await admin.post<{ id: string }>('/api/blade-develop/datasource/submit', source)
  expect(made.code, made.msg).toBe(200)
  const answer = await admin.post('/api/blade-develop/datasource/test', { ids: [made.data.id] })
  await admin.post('/api/blade-develop/datasource/remove', undefined, { ids: made.data.id })
  return answer.code === 200 ? '' : answer.msg
}

test('dev.datasource: TLS is used unless the address excludes it; a server without TLS is refused with a text and receives no password', async () => {
  for (const query of ['', '?ssl=false', '?sslmode=prefer', '?sslmode=allow', '?sslmode=require']) {
    sslRequests.length = 0
    expect(await tried(draft(ELSEWHERE, portOf(plain), query)), query).toBe(PLAIN)
    expect(sslRequests, query).toEqual([SSL_REQUEST])
    expect(await tried(draft(ELSEWHERE, portOf(secure), query)), query).toBe('')
  }
})

test('dev.datasource: plain text is used only for this machine, or where the form or the address chooses it', async () => {
  const port = Number(new URL(gate.url).port)
  expect(await tried(draft('127.0.0.1', port))).toBe('')
  expect(await tried(draft(ELSEWHERE, port, '', 3))).toBe('')
  expect(await tried(draft(ELSEWHERE, port, '?sslmode=disable'))).toBe('')
  expect(await tried(draft('127.0.0.1', portOf(plain), '', 1))).toBe(PLAIN)
  expect(await tried(draft('127.0.0.1', portOf(plain), '?sslmode=prefer', 2))).toBe(PLAIN)
})

test('dev.datasource: a certificate is verified where that is chosen, and the form may not contradict the address', async () => {
  expect(await tried(draft('localhost', portOf(secure), '', 1))).toBe('')
  expect(await tried(draft('localhost', portOf(secure), '', 2))).toMatch(/^无法连接数据源：.*self-signed/)
  expect(await tried(draft('localhost', portOf(secure), '?sslmode=verify-full'))).toMatch(/^无法连接数据源：.*self-signed/)
  for (const [query, encryption] of [
    ['?sslmode=verify-full', 3],
    ['?sslmode=disable', 1],
  ] as const) {
    const refused = await admin.post('/api/blade-develop/datasource/submit', draft('localhost', 5432, query, encryption))
    expect([refused.status, refused.msg]).toEqual([400, 'encryption:与地址中的 sslmode 不一致'])
  }
})
