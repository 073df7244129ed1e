import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@lamplight/postgres'
import { type ApiClient, createClient, eventually, md5 } from '@lamplight/testing'
import nodeFlags from '../apps/server/node-flags.json' with { type: 'json' }
import { serverProgram } from '../tools/build/server-program.ts'

export interface Product {
  readonly url: string
  readonly databaseUrl: string
  readonly brokerPort: number
  readonly serverPid: number
  readonly signIn: (tenantId: string, account: string) => Promise<ApiClient>
  readonly stop: () => Promise<void>
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Starts the product as a separate process on a new database, without the virtual city. Figures are measured on it. A folder `kept` holds the
 * database of an earlier run, or gets a new one, and stays.
 */
export const startProduct = async (env: Readonly<Record<string, string>> = {}, kept?: string): Promise<Product> => {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'lamplight-bench-')))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const [port, brokerPort] = [await freePort(), await freePort()]
  const server: ChildProcess = spawn(process.execPath, [...nodeFlags, serverProgram()], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      PORT: String(port),
      MQTT_PORT: String(brokerPort),
      VIRTUAL_CITY: '0',
      DEMO_LAMPS: '0',
      LOG_LEVEL: process.env.BENCH_LOG ?? 'error',
      ...env,
    },
    stdio: ['ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => (await fetch(`${url}/api/health`).catch(() => null))?.ok, 60_000)
  return {
    url,
    brokerPort,
    databaseUrl: postgres.url,
    serverPid: server.pid ?? 0,
    signIn: async (tenantId, account) => {
      const query = { tenantId, username: account, password: md5(account), grant_type: 'password', scope: 'all', type: 'account' }
      const answer = await createClient(url, { tenantId }).post('/api/blade-auth/oauth/token', undefined, query)
      return createClient(url, { tenantId, token: String(answer.body.access_token), userId: String(answer.body.user_id) })
    },
    stop: async () => {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
      await postgres.stop()
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}
