import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Ack, type Command, topics } from '@lamplight/protocol'
import type { ApiClient } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import pg from 'pg'
import { type House, startHouse } from './house.ts'
import { type Figure, interleave, median } from './measure.ts'

const LAMPS = Number(process.env.BENCH_LAMPS ?? 10_000)
const PER_GATEWAY = 40
const GATEWAYS = LAMPS / PER_GATEWAY
const TENANT = '100001'
const PROJECT = '7000000000000000001'
const SECRET = 'bench-secret-of-the-gateways'

const gatewaySn = (n: number): string => `BG${n}`
const serials = (n: number): string[] => Array.from({ length: PER_GATEWAY }, (_, lamp) => `BC${n * PER_GATEWAY + lamp}`)

/** Lamps of known power behind gateways of forty, in one project. */
const fill = async (client: pg.Client): Promise<void> => {
  const each = (sql: string): Promise<unknown> => client.query(sql)
  const gateway = `7300000000000000000 + n / ${PER_GATEWAY}`
  await each(`insert into places_project (id, tenant_id, name, type, sort) values (${PROJECT}, '${TENANT}', 'Bench', 2, 1)`)
  await each(`insert into devices_gateway (id, tenant_id, sn, status, online, children)
    select 7300000000000000000 + n, '${TENANT}', 'BG' || n, 1, false, ${PER_GATEWAY} from generate_series(0, ${GATEWAYS - 1}) n`)
  await each(`insert into devices_credential (gateway_id, hash)
    select 7300000000000000000 + n, 'sha256:${createHash('sha256').update(SECRET).digest('hex')}' from generate_series(0, ${GATEWAYS - 1}) n`)
  await each(`insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated, two_way, project_id, gateway_id)
    select 7100000000000000000 + n, '${TENANT}', 'BC' || n, 'lamp ' || n, 4, true, false, ${PROJECT}, ${gateway} from generate_series(0, ${LAMPS - 1}) n`)
  await each(`insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn)
    select 'BC' || n, 7100000000000000000 + n, '${TENANT}', ${gateway}, 'BG' || n / ${PER_GATEWAY} from generate_series(0, ${LAMPS - 1}) n`)
  await each(`insert into lighting_lamp (id, tenant_id, name, sn, kind, power, controller_id, project_id, lng, lat)
    select 7200000000000000000 + n, '${TENANT}', 'lamp ' || n, 'BL' || n, 1, 100, 7100000000000000000 + n, ${PROJECT}, 112, 28 from generate_series(0, ${LAMPS - 1}) n`)
  await each('vacuum analyze')
}

/** Gateways that answer every command at once, each over its own connection. */
const connectFarm = async (port: number, heard: () => void): Promise<MqttClient[]> => {
  const clients: MqttClient[] = []
  const connect = async (n: number): Promise<void> => {
    const sn = gatewaySn(n)
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: sn, username: sn, password: SECRET, keepalive: 600 })
    client.on('message', (_topic, payload) => {
      heard()
      const { id, cmd, sns, args } = JSON.parse(payload.toString()) as Command
      const dim = cmd === 'dim' ? args.level : 0
      const at = Date.now()
      const acks: Ack[] = sns.map((one) => ({ id, sn: one, ok: true, code: 'ok', at, p: { on: dim > 0, dim, reason: 'override' } }))
      client.publish(topics.up(sn, 'ack'), JSON.stringify(acks), { qos: 1 })
    })
    await client.subscribeAsync(topics.downFilter(sn), { qos: 1 })
    clients.push(client)
  }
  for (let from = 0; from < GATEWAYS; from += 50)
    await Promise.all(Array.from({ length: Math.min(50, GATEWAYS - from) }, (_, n) => connect(from + n)))
  return clients
}

const tell = <T>(child: ChildProcess, message: object): Promise<T> =>
  new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as T))
    child.send(message)
  })

/** The limit: a process that is the broker and nothing else publishes the same messages and counts the same answers. */
const startRaw = async () => {
  const child = fork(join(dirname(fileURLToPath(import.meta.url)), 'raw-broker.ts'))
  const { port } = await tell<{ port: number }>(child, { kind: 'open' })
  const farm = await connectFarm(port, () => undefined)
  let round = 0
  return {
    run: async (): Promise<number> => {
      round += 1
      const messages = Array.from({ length: GATEWAYS }, (_, n) => [
        gatewaySn(n),
        JSON.stringify({
          id: String(8_000_000_000_000_000_000n + BigInt(round)),
          cmd: 'dim',
          args: { level: 30 },
          sns: serials(n),
          expiresAt: Date.now() + 600_000,
        }),
      ])
      const { ms } = await tell<{ ms: number }>(child, { kind: 'run', messages, answers: LAMPS })
      return ms
    },
    stop: async (): Promise<void> => {
      await Promise.all(farm.map((client) => client.endAsync(true)))
      child.kill()
    },
  }
}

const measure = async (house: House): Promise<Figure> => {
  const owner = new pg.Client({ connectionString: house.databaseUrl })
  await owner.connect()
  owner.on('error', () => undefined)
  await fill(owner)
  let firstHeard = 0
  const farm = await connectFarm(house.brokerPort, () => {
    firstHeard ||= performance.now()
  })
  const api: ApiClient = await house.signIn(TENANT, 'operator')
  const answered: number[] = []
  const first: number[] = []
  let level = 20
  const ours = async (): Promise<number> => {
    level = level === 90 ? 20 : level + 10
    firstHeard = 0
    const began = performance.now()
    const { data } = await api.post<{ batchId: string; total: number }>('/api/blade-city/controller/batch/command', {
      command: 'dim',
      level,
      selector: { projectId: PROJECT },
    })
    answered.push(performance.now() - began)
    if (data.total !== LAMPS) throw new Error(`the command was for ${data.total} lamps`)
    for (;;) {
      const { rows } = await owner.query<{ n: number; failed: number }>(
        'select applied + verified as n, failed + timed_out as failed from control_batch where id = $1',
        [data.batchId],
      )
      if (rows[0]?.failed) throw new Error('lamps failed')
      if (rows[0]?.n === LAMPS) break
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const ms = performance.now() - began
    first.push(firstHeard - began)
    // The farm has no meters to prove a level: set aside, so that the next round does not supersede this one.
    await owner.query('update control_pack set watching = false where watching')
    return ms
  }
  const raw = await startRaw()
  const rounds = await interleave(5, ours, raw.run)
  await raw.stop()
  await Promise.all(farm.map((client) => client.endAsync(true)))
  await owner.end()
  return {
    name: `one command to ${LAMPS.toLocaleString('en')} lamps behind ${GATEWAYS.toLocaleString('en')} gateways, request to last applied`,
    unit: 'ms',
    ours: median(rounds.ours),
    limit: median(rounds.limit),
    ratio: median(rounds.ratios),
    rounds: rounds.ratios,
    aim: '≤ 2',
    notes: [
      `answered after ${median(answered).toFixed(0)} ms, first message at a gateway after ${median(first).toFixed(0)} ms`,
      'limit: the same messages and answers through the same broker, in a process that does nothing else and stores nothing',
    ],
  }
}

export const run = async (): Promise<Figure> => {
  const house = await startHouse({ COMMAND_VERIFY_SECONDS: '3600' })
  try {
    return await measure(house)
  } finally {
    await house.stop()
  }
}
