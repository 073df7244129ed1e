import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectTo } from '@lamplight/postgres/connect'
import { type Ack, type CheckedCommand, topics } from '@lamplight/protocol'
import type { ApiClient } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import type pg from 'pg'
import { cpuSeconds, type Figure, interleave, median } from './measure.ts'
import { type Product, startProduct } from './product.ts'

export const PER_GATEWAY = 40
const ROUNDS = 5
export const TENANT = '100001'
export const PROJECT = '7000000000000000001'
const SECRET = 'bench-secret-of-the-gateways'
/** Longest allowed time from a command to its response, and from the response to the first message, ms. */
const ANSWER_MS = 250

const gatewaySn = (n: number): string => `BG${n}`
export const serials = (n: number): string[] => Array.from({ length: PER_GATEWAY }, (_, lamp) => `BC${n * PER_GATEWAY + lamp}`)

/** Inserts lamps of known power behind gateways of forty lamps, in one project. */
export const fill = async (client: pg.Client, lamps: number): Promise<void> => {
  const gateways = lamps / PER_GATEWAY
  const each = (sql: string): Promise<unknown> => client.query(sql)
  const gateway = `7300000000000000000 + n / ${PER_GATEWAY}`
  await each(`insert into places_project (id, tenant_id, name, type, sort) values (${PROJECT}, '${TENANT}', 'Bench', 2, 1)`)
  await each(`insert into devices_gateway (id, tenant_id, sn, status, online, children)
    select 7300000000000000000 + n, '${TENANT}', 'BG' || n, 1, false, ${PER_GATEWAY} from generate_series(0, ${gateways - 1}) n`)
  await each(`insert into devices_credential (gateway_id, hash)
    select 7300000000000000000 + n, 'sha256:${createHash('sha256').update(SECRET).digest('hex')}' from generate_series(0, ${gateways - 1}) n`)
  await each(`insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated, two_way, project_id, gateway_id)
    select 7100000000000000000 + n, '${TENANT}', 'BC' || n, 'lamp ' || n, 4, true, false, ${PROJECT}, ${gateway} from generate_series(0, ${lamps - 1}) n`)
  await each(`insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn)
    select 'BC' || n, 7100000000000000000 + n, '${TENANT}', ${gateway}, 'BG' || n / ${PER_GATEWAY} from generate_series(0, ${lamps - 1}) n`)
  await each(`insert into lighting_lamp (id, tenant_id, name, sn, kind, power, controller_id, project_id, lng, lat)
    select 7200000000000000000 + n, '${TENANT}', 'lamp ' || n, 'BL' || n, 1, 100, 7100000000000000000 + n, ${PROJECT}, 112, 28 from generate_series(0, ${lamps - 1}) n`)
  // The bench measures commands to all lamps, which would wait for a second person.
  await each(`update system_param set param_value = '0' where param_key = 'command.approval.devices'`)
  await each('vacuum analyze')
}

/** Power at a level, W: gateways with meters report it after their answers, which proves the level. */
type Meters = ReadonlyMap<number, number>

export interface Farm {
  /** When the first message of a command reached a gateway, by command id; performance.now(). */
  readonly received: Map<string, number>
  /** Number of answers that the server has not acknowledged yet. */
  readonly unacknowledged: () => number
  readonly stop: () => Promise<unknown>
}
/** Connects gateways that answer every command at once, each over its own connection. */
export const connectFarm = async (port: number, gateways: number, meters?: Meters): Promise<Farm> => {
  const clients: MqttClient[] = []
  const received = new Map<string, number>()
  let open = 0
  const connect = async (n: number): Promise<void> => {
    const sn = gatewaySn(n)
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: sn, username: sn, password: SECRET, keepalive: 600 })
    client.on('message', (topic, payload) => {
      // A calendar is stored by the gateway; its devices answer the command that follows.
      if (topic.endsWith('/calendar')) return
      const { id, cmd, sns, args } = JSON.parse(payload.toString()) as CheckedCommand
      if (!received.has(id)) received.set(id, performance.now())
      const dim = cmd === 'dim' ? args.level : 0
      const at = Date.now()
      const held =
        cmd === 'set' ? { p: {}, params: { [args.family]: args.value } } : { p: { on: dim > 0, dim, reason: 'override' as const } }
      const acks: Ack[] = sns.map((one) => ({ id, sn: one, ok: true, code: 'ok', at, ...held }))
      open += 1
      client.publish(topics.up(sn, 'ack'), JSON.stringify(acks), { qos: 1 }, () => {
        open -= 1
        if (!meters) return
        const readings = sns.map((one) => ({ sn: one, at: at + 1, p: { on: dim > 0, dim, power: meters.get(dim) } }))
        open += 1
        client.publish(topics.up(sn, 'report'), JSON.stringify(readings), { qos: 1 }, () => {
          open -= 1
        })
      })
    })
    await client.subscribeAsync(topics.downFilter(sn), { qos: 1 })
    clients.push(client)
  }
  for (let from = 0; from < gateways; from += 50)
    await Promise.all(Array.from({ length: Math.min(50, gateways - from) }, (_, n) => connect(from + n)))
  return { received, unacknowledged: () => open, stop: () => Promise.all(clients.map((client) => client.endAsync(true))) }
}

const request = <T>(child: ChildProcess, message: object): Promise<T> =>
  new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as T))
    child.send(message)
  })

const dimTo30 = (id: string, n: number): string =>
  JSON.stringify({ id, cmd: 'dim', args: { level: 30 }, sns: serials(n), expiresAt: Date.now() + 600_000 })

/** The limit: a process that is only the broker publishes the same messages (by default a dim command) and counts the same answers. */
export const startRaw = async (gateways: number, messageOf: (id: string, n: number) => string = dimTo30) => {
  const child = fork(join(dirname(fileURLToPath(import.meta.url)), 'raw-broker.ts'))
  const { port } = await request<{ port: number }>(child, { kind: 'open' })
  const farm = await connectFarm(port, gateways)
  let round = 0
  return {
    pid: child.pid ?? 0,
    run: async (): Promise<number> => {
      round += 1
      const id = String(8_000_000_000_000_000_000n + BigInt(round))
      const messages = Array.from({ length: gateways }, (_, n) => [gatewaySn(n), messageOf(id, n)])
      const { ms } = await request<{ ms: number }>(child, { kind: 'run', messages, answers: gateways * PER_GATEWAY })
      return ms
    },
    stop: async (): Promise<void> => {
      await farm.stop()
      child.kill()
    },
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** Text for times that have an aim; the longest one is compared with it. */
const aimed = (values: readonly number[]): string => {
  const most = Math.max(...values)
  return `${shown(values)}, aim ≤ ${ANSWER_MS} ms: ${most <= ANSWER_MS ? 'met' : `MISSED in ${values.filter((ms) => ms > ANSWER_MS).length} of ${values.length}`}`
}
const shown = (values: readonly number[]): string => `${median(values).toFixed(0)} ms (at most ${Math.max(...values).toFixed(0)})`

const LEVELS = [20, 30, 40, 50, 60, 70, 80, 90]
const ANSWER_COLUMNS = 'device_id, at, dim, is_on, tenant_id'

/** Returns the time that COPY takes for as many readings as a command has answers, into the table of readings, ms; the rows are deleted again. */
const copyAnswers = async (owner: pg.Client, folder: string, lamps: number): Promise<number> => {
  // Two days ago, where the demo has no readings of these lamps.
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const file = join(folder, 'answers.txt')
  const line = (n: number): string => [7_100_000_000_000_000_000n + BigInt(n), at, 30, 't', TENANT].join('\t')
  await writeFile(file, `${Array.from({ length: lamps }, (_, n) => line(n)).join('\n')}\n`)
  await chmod(file, 0o644)
  await owner.query('select devices_telemetry_partition($1::date)', [at.slice(0, 10)])
  const began = performance.now()
  await owner.query(`copy devices_telemetry (${ANSWER_COLUMNS}) from '${file}'`)
  const ms = performance.now() - began
  await owner.query('delete from devices_telemetry where at = $1', [at])
  return ms
}

const measure = async (product: Product, lamps: number, folder: string): Promise<Figure> => {
  const gateways = lamps / PER_GATEWAY
  const owner = await connectTo(product.databaseUrl)
  await fill(owner, lamps)
  const { rows: powers } = await owner.query<{ level: number; power: number }>(
    'select level, control_expected(100, null, null, level)::float8 as power from unnest($1::int[]) level',
    [LEVELS],
  )
  const farm = await connectFarm(product.brokerPort, gateways, new Map(powers.map(({ level, power }) => [level, power])))
  const api: ApiClient = await product.signIn(TENANT, 'operator')
  let turn = 0
  /** Sends the command; returns the time to its response, and the time until a gateway received it. */
  const command = async (began: number) => {
    turn += 1
    const { data } = await api.post<{ batchId: string; total: number }>('/api/blade-city/controller/batch/command', {
      command: 'dim',
      level: LEVELS[turn % LEVELS.length],
      reason: 'bench',
      selector: { projectId: PROJECT },
    })
    const answered = performance.now() - began
    if (data.total !== lamps) throw new Error(`the command was for ${data.total} lamps`)
    return { id: data.batchId, answered, first: () => (farm.received.get(data.batchId) ?? Number.NaN) - began }
  }
  /** Waits until all lamps have reached a rung. */
  const reached = async (id: string, rungs: 'applied + verified' | 'verified'): Promise<void> => {
    for (;;) {
      const { rows } = await owner.query<{ n: number; failed: number }>({
        name: rungs,
        text: `select ${rungs} as n, failed + timed_out as failed from control_batch where id = $1`,
        values: [id],
      })
      if (rows[0]?.failed) throw new Error('lamps failed')
      if (rows[0]?.n === lamps) return
      await pause(5)
    }
  }
  /** Waits until the server has stored all answers. */
  const calm = async (): Promise<void> => {
    while (farm.unacknowledged() > 0) await pause(5)
  }
  const one = {
    answered: [] as number[],
    first: [] as number[],
    after: [] as number[],
    stored: [] as number[],
    verified: [] as number[],
    cpu: [] as number[],
  }
  const rawCpu: number[] = []
  const copied: number[] = []
  const two = { answered: [] as number[], first: [] as number[], all: [] as number[] }
  const ours = async (): Promise<number> => {
    const before = cpuSeconds(product.serverPid)
    const began = performance.now()
    const { id, answered, first } = await command(began)
    await reached(id, 'applied + verified')
    const ms = performance.now() - began
    one.cpu.push((cpuSeconds(product.serverPid) - before) * 1000)
    await reached(id, 'verified')
    one.verified.push(performance.now() - began)
    await calm()
    one.answered.push(answered)
    one.first.push(first())
    one.after.push(first() - answered)
    one.stored.push(performance.now() - began)
    await pause(300)
    return ms
  }
  /** Sends a second command to the same lamps while the first is still being sent. */
  const superseding = async (): Promise<void> => {
    const before = await command(performance.now())
    while (!farm.received.has(before.id)) await pause(1)
    const began = performance.now()
    const { id, answered, first } = await command(began)
    await reached(id, 'applied + verified')
    two.all.push(performance.now() - began)
    two.answered.push(answered)
    two.first.push(first())
    await reached(id, 'verified')
    await calm()
  }
  const raw = await startRaw(gateways)
  const limit = async (): Promise<number> => {
    const before = cpuSeconds(raw.pid)
    const ms = await raw.run()
    rawCpu.push((cpuSeconds(raw.pid) - before) * 1000)
    copied.push(await copyAnswers(owner, folder, lamps))
    return ms
  }
  const rounds = await interleave(ROUNDS, ours, limit)
  await raw.stop()
  for (let round = 0; round <= ROUNDS; round++) await superseding()
  await farm.stop()
  await owner.end()
  // The first round warms up.
  for (const values of [...Object.values(one), ...Object.values(two), rawCpu, copied]) values.shift()
  const least = median(rounds.limit) + median(copied)
  return {
    name: `one command to ${lamps.toLocaleString('en')} lamps behind ${gateways.toLocaleString('en')} gateways, request to last applied`,
    unit: 'ms',
    ours: median(rounds.ours),
    limit: median(rounds.limit),
    ratio: median(rounds.ratios),
    rounds: rounds.ratios,
    aim: '≤ 2',
    notes: [
      `answered after ${aimed(one.answered)}`,
      `first message at a gateway after ${shown(one.first)}, from the answer ${aimed(one.after)}`,
      `proven by the meters of all lamps after ${shown(one.verified)}`,
      `answers and meter readings, ${(2 * lamps).toLocaleString('en')} rows, stored after ${shown(one.stored)}: ${(median(one.stored) / (median(rounds.limit) + 2 * median(copied))).toFixed(1)} × the raw broker plus COPY of as many rows (aim ≤ 2); COPY of the answers takes ${shown(copied)}, with the raw broker ${least.toFixed(0)} ms`,
      `a second command while the first is on its way: answered after ${aimed(two.answered)}; first message after ${shown(two.first)}, all applied after ${shown(two.all)}`,
      `processor time until all have applied: server ${shown(one.cpu)}, the process that is only a broker ${shown(rawCpu)}`,
      'limit: the same messages (one to each gateway, its answers in one) through the same broker, in a process that does nothing else and stores nothing',
    ],
  }
}

const runWith = async (lamps: number): Promise<Figure> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-answers-'))
  await chmod(folder, 0o755)
  const product = await startProduct({ COMMAND_VERIFY_SECONDS: '3600' })
  try {
    return await measure(product, lamps, folder)
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
export const run = (): Promise<Figure> => runWith(Number(process.env.BENCH_LAMPS ?? 10_000))
export const runLarge = (): Promise<Figure> => runWith(100_000)
