import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInPort } from '@lamplight/identity/server'
import { startPostgres } from '@lamplight/postgres'
import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { WebSocketServer } from 'ws'
import { slices } from '../apps/server/slices.ts'
import type { Reply, Request } from './live-clients.ts'
import { type Figure, interleave, median } from './measure.ts'

const TENANT = '100001'
const SOCKETS = 1000
const PROJECTS = 50
const LAMPS = 10_000
/** Lamps that change in one push. One socket receives those of its project. */
const CHANGED = 1000
const PUSHES = 50
const ROUNDS = 5
const PER_SECOND = 10_000
const SECONDS = 10
const TICK_MS = 20

interface Person {
  readonly userId: string
  readonly token: string
}
const deviceId = (n: number): string => String(7_100_000_000_000_000_000n + BigInt(n))

/** Adds a thousand users with sessions, each limited to one of fifty projects. */
const people = async ({ platform }: TestPlatform): Promise<Person[]> => {
  const { sessions, tokens } = platform.port(signInPort)
  await platform.system.query(
    `insert into lighting_controller (id, tenant_id, sn, project_id)
     select 7100000000000000000 + n, $1, 'LIVE' || n, 7000000000000000000 + n % $2::int from generate_series(0, $3::int) n`,
    [TENANT, PROJECTS, LAMPS - 1],
  )
  // Changes of a lamp are sent to the users who see its row; the key of a change is the id of its controller.
  await platform.system.query(
    `insert into lighting_lamp (id, tenant_id, name, sn, project_id, controller_id)
     select id + 100000, tenant_id, sn, sn, project_id, id from lighting_controller where tenant_id = $1 and sn like 'LIVE%'`,
    [TENANT],
  )
  await platform.system.query(
    `insert into identity_user (id, tenant_id, account, real_name, role_id, status)
     select 7400000000000000000 + n, $1, 'live' || n, 'live', u.role_id, 1
     from generate_series(0, $2::int) n, (select role_id from identity_user where tenant_id = $1 and account = 'guest') u`,
    [TENANT, SOCKETS - 1],
  )
  await platform.system.query(
    `insert into identity_grant (user_id, kind, ref_id, tenant_id)
     select 7400000000000000000 + n, 'project', 7000000000000000000 + n % $2::int, $1 from generate_series(0, $3::int) n`,
    [TENANT, PROJECTS, SOCKETS - 1],
  )
  const found: Person[] = []
  for (let n = 0; n < SOCKETS; n += 1) {
    const userId = String(7_400_000_000_000_000_000n + BigInt(n))
    const { sessionId } = await sessions.open({ userId, tenantId: TENANT, ip: '127.0.0.1', userAgent: 'bench', method: 'password' })
    found.push({ userId, token: await tokens.sign('access_token', { sessionId, tokenId: 'x', userId }, Date.now() + 3_600_000) })
  }
  return found
}

const browsers = () => {
  const child = fork(join(import.meta.dirname, 'live-clients.ts'), { execPath: process.execPath })
  const request = async (request: Request): Promise<Reply> => {
    const answer = once(child, 'message')
    child.send(request)
    return (await answer)[0] as Reply
  }
  return {
    ask: request,
    /** Returns the messages per second, from the first sent to the last received. */
    timed: async (messages: number, send: () => Promise<void> | void): Promise<number> => {
      await request({ request: 'expect', messages })
      const reached = once(child, 'message')
      const began = performance.now()
      await send()
      await reached
      return messages / ((performance.now() - began) / 1000)
    },
    stop: () => child.disconnect(),
  }
}

const rawServer = async () => {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  return {
    url: `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    sockets,
    stop: () => {
      for (const socket of sockets.clients) socket.terminate()
      http.close()
    },
  }
}
const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const changeOf = (n: number, at: number): [string, number[]] => [deviceId(n % LAMPS), [1, n % 101, at]]

/**
 * Pushes live changes to a thousand sockets, each with its own visible places: messages delivered a second ÷ the same texts sent to as many
 * sockets by `ws` alone in the same processes. Then 10,000 changes a second for ten seconds, and the age of a change when a browser receives it.
 */
export const run = async (): Promise<Figure> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-live-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  process.env.TEST_DATABASE_URL = postgres.url
  const product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  const raw = await rawServer()
  const clients = browsers()
  try {
    const who = await people(product)
    const ws = product.url.replace('http', 'ws')
    await clients.ask({
      request: 'open',
      urls: who.map(({ token }) => `${ws}/ws?Blade-Auth=${token}`),
      bind: who.map(({ userId }) => ({ userId, tags: 'lamps' })),
    })
    await clients.ask({ request: 'open', urls: who.map(() => raw.url) })
    const { live } = product.platform
    const messages = SOCKETS * PUSHES
    const changes = Array.from({ length: CHANGED }, (_, n) => changeOf(n, 0))
    const share = JSON.stringify({
      msgId: '1',
      msgType: 2,
      content: JSON.stringify({ topic: 'lamps', changes: changes.filter((_, n) => n % PROJECTS === 0) }),
    })
    const found = await interleave(
      ROUNDS,
      () =>
        clients.timed(messages, async () => {
          for (let push = 0; push < PUSHES; push += 1) {
            live.push(TENANT, 'lamps', { changes })
            await immediate()
          }
        }),
      () =>
        clients.timed(messages, async () => {
          for (let push = 0; push < PUSHES; push += 1) {
            const content = JSON.stringify(share)
            for (const socket of raw.sockets.clients)
              socket.send(`{"body":{"content":${content}},"cmd":15,"flag":24,"flags":24,"sessionId":${push}}`)
            await immediate()
          }
        }),
    )
    await clients.ask({ request: 'ages' })
    const cpu = process.cpuUsage()
    const began = performance.now()
    let sent = 0
    while (performance.now() - began < SECONDS * 1000) {
      const due = Math.floor(((performance.now() - began) / 1000) * PER_SECOND)
      const at = performance.timeOrigin + performance.now()
      for (; sent < due; sent += 1) {
        const [key, value] = changeOf(sent, at)
        live.change(TENANT, 'lamps', key, value)
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const used = process.cpuUsage(cpu)
    const ages = await clients.ask({ request: 'ages' })
    return {
      name: `live changes to ${SOCKETS} sockets with their own rights, messages delivered`,
      unit: 'messages/s',
      ours: median(found.ours),
      limit: median(found.limit),
      ratio: median(found.ratios),
      aim: '≥ 0.6, p99 ≤ 250 ms at 10,000 changes/s',
      rounds: found.ratios,
      notes: [
        `${PER_SECOND} changes/s for ${SECONDS} s: a change is ${ages.p50?.toFixed(0)} ms old when a browser has it, p99 ${ages.p99?.toFixed(0)} ms; ${ages.changes?.toLocaleString('en')} of ${(sent * SOCKETS) / PROJECTS} arrived; ${(((used.user + used.system) / 1e6 / SECONDS) * 100).toFixed(0)} % of a core`,
        `${SOCKETS} people cut to one of ${PROJECTS} projects each; a message carries ${CHANGED / PROJECTS} lamps, ${share.length} bytes`,
      ],
    }
  } finally {
    clients.stop()
    raw.stop()
    await product.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
