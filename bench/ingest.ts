import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { deviceId, fillLamps, PER_GATEWAY, TENANT } from './lamps.ts'
import { cpuSeconds, type Figure, interleave, median } from './measure.ts'
import { type Product, startProduct } from './product.ts'
import { type Load, readingOf, type Sent } from './report-farm.ts'

const LAMPS = Number(process.env.BENCH_LAMPS ?? 10_000)
const ROWS = Number(process.env.BENCH_ROWS ?? 200_000)
const GATEWAYS = LAMPS / PER_GATEWAY
const READINGS = ROWS / LAMPS
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const STEP_MS = 60_000
const ROWS_PER_MESSAGE = 20
/** Rows that the table of readings holds before the first round, in as many partitions of days as a month has; the last one is that of the rounds. */
const STORED = Number(process.env.BENCH_STORED ?? 50_000_000)
const STORED_DAYS = 25
/** Consoles that show the map and get each change live. */
const VIEWERS = 20
/** Load at which acknowledgement times are measured, as a share of the load that can be sustained when spread evenly. */
const PACE = 0.7
/** Load that cannot be sustained, as a multiple of the rate reached when sending as fast as the window allows. */
const TOO_FAST = 1.5
/** Number of repetitions of measurements that are done once per run. */
const REPEATS = 3
/** Repetitions at the pace: one major garbage collection decides the p99 of a repetition, so that three of them scatter by half. */
const PACED_REPEATS = 9
const COLUMNS = 'device_id, at, energy, hours, power, voltage, current, pf, temperature, dim, is_on, tenant_id'

export const openFarm = async (port: number, gateways: number) => {
  const child: ChildProcess = fork(join(dirname(fileURLToPath(import.meta.url)), 'report-farm.ts'))
  let lost = 0
  let ended: () => void = () => undefined
  child.once('exit', () => ended())
  child.on('message', (message: { kind: string }) => {
    if (message.kind === 'lost') lost += 1
  })
  const request = <T>(message: object, answer: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const onMessage = (reply: { kind: string }): void => {
        if (reply.kind !== answer) return
        child.off('message', onMessage)
        resolve(reply as T)
      }
      child.on('message', onMessage)
      ended = () => reject(new Error('the farm ended'))
      child.send(message)
    })
  await request({ kind: 'open', port, gateways }, 'opened')
  return {
    prepare: (load: Load) => request({ kind: 'prepare', load }, 'prepared'),
    run: async () => (await request<{ sent: Sent }>({ kind: 'run' }, 'sent')).sent,
    lost: () => lost,
    pid: child.pid ?? 0,
    stop: () => child.disconnect(),
  }
}

/** Writes the rows of a round as a text file for COPY, in the order in which they arrive. */
const copyFile = async (folder: string, from: number): Promise<string> => {
  const lines: string[] = []
  for (let turn = 0; turn < READINGS; turn++)
    for (let n = 0; n < LAMPS; n++) {
      const { energy, hours, power, voltage, current, pf, temperature, dim } = readingOf(n, turn)
      const at = new Date(from + turn * STEP_MS).toISOString()
      lines.push([deviceId(n), at, energy, hours, power, voltage, current, pf, temperature, dim, 't', TENANT].join('\t'))
    }
  const file = join(folder, 'rows.txt')
  await writeFile(file, `${lines.join('\n')}\n`)
  await chmod(file, 0o644)
  return file
}

/** Fills the table of readings as reports fill it: every lamp in turn, minute by minute. `last`: begin of the day of the rounds, epoch ms. */
const fillStored = async (owner: pg.Client, last: number): Promise<void> => {
  const turns = Math.floor(STORED / STORED_DAYS / LAMPS)
  for (let day = STORED_DAYS - 1; day >= 0; day--) {
    const from = new Date(last - day * DAY_MS)
    await owner.query('select devices_telemetry_partition($1::date)', [from.toISOString().slice(0, 10)])
    await owner.query(
      `insert into devices_telemetry (${COLUMNS})
       select 7100000000000000000 + n, $1::timestamptz + t * interval '1 minute', 100000 + n + t, 1200 + t / 60.0, 40 + n % 60, 229.5, 0.41, 0.95, 31.5, 40 + n % 60, true, '${TENANT}'
       from generate_series(0, ${turns - 1}) t, generate_series(0, ${LAMPS - 1}) n`,
      [from],
    )
  }
  await owner.query('vacuum analyze devices_telemetry')
}

/** Opens consoles of an operator that are bound to the live changes of lamps, in a process of their own. */
const openViewers = async (product: Product): Promise<() => void> => {
  const viewer = await product.signIn(TENANT, 'operator')
  const child = fork(join(dirname(fileURLToPath(import.meta.url)), 'live-clients.ts'))
  const opened = new Promise((resolve) => child.once('message', resolve))
  const urls = Array.from({ length: VIEWERS }, () => `${product.url.replace('http', 'ws')}/ws?Blade-Auth=${viewer.token}`)
  child.send({ request: 'open', urls, bind: urls.map(() => ({ userId: viewer.userId, tags: 'lamps' })) })
  await opened
  return () => child.disconnect()
}

/** Returns the CPU time used so far by the server and all processes of its database, seconds. */
const cpuOf = async (owner: pg.Client, product: Product): Promise<number> => {
  const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), cpuSeconds(product.serverPid))
}

/**
 * Waits until the server has rolled up the hour of a round's readings; returns the CPU time used, seconds. The table is
 * vacuumed first, as it would be after an hour.
 */
const rollUp = async (owner: pg.Client, product: Product, hour: Date): Promise<number> => {
  await owner.query('truncate devices_hourly')
  await owner.query('vacuum analyze')
  const before = await cpuOf(owner, product)
  await owner.query(
    'insert into devices_rollup_due (tenant_id, device_id, hour) select tenant_id, device_id, $1 from devices_registry where tenant_id = $2',
    [hour, TENANT],
  )
  const left = async (): Promise<number> =>
    (await owner.query<{ n: number }>('select count(*)::int as n from devices_rollup_due')).rows[0]?.n ?? 0
  while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 250))
  const { rows } = await owner.query<{ n: number }>('select sum(readings)::int as n from devices_hourly where hour = $1', [hour])
  if (rows[0]?.n !== ROWS) throw new Error(`${rows[0]?.n} readings rolled up`)
  return (await cpuOf(owner, product)) - before
}

const micros = (seconds: number): string => ((seconds * 1e6) / ROWS).toFixed(1)

const measure = async (product: Product, folder: string): Promise<Figure> => {
  const owner = await connectTo(product.databaseUrl)
  await fillLamps(owner, LAMPS)
  // The report times are tomorrow, so that no hour is rolled up; each round is newer than the one before.
  const last = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS
  const filling = performance.now()
  await fillStored(owner, last)
  const filled = (performance.now() - filling) / 1000
  const farm = await openFarm(product.brokerPort, GATEWAYS)
  const closeViewers = await openViewers(product)
  let from = last + Math.ceil(STORED / STORED_DAYS / LAMPS) * STEP_MS
  const table = `devices_telemetry_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`
  let acked = 0
  const cpu: { server: number; all: number }[] = []
  const send = async (load: Partial<Load> = {}): Promise<Sent> => {
    await farm.prepare({ gateways: GATEWAYS, readings: READINGS, rowsPerMessage: ROWS_PER_MESSAGE, from, stepMs: STEP_MS, ...load })
    const began = from
    from += READINGS * STEP_MS
    const [all, server] = [await cpuOf(owner, product), cpuSeconds(product.serverPid)]
    const sent = await farm.run()
    cpu.push({ server: cpuSeconds(product.serverPid) - server, all: (await cpuOf(owner, product)) - all })
    const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${table} where at >= $1`, [new Date(began)])
    const lost = sent.rows - (rows[0]?.n ?? 0)
    if (lost !== 0 || farm.lost() > 0) throw new Error(`${lost} acknowledged rows are missing, ${farm.lost()} connections were lost`)
    acked += sent.rows
    return sent
  }
  const rateOf = ({ rows, ms }: Sent): number => rows / (ms / 1000)
  const times = async <T>(work: () => Promise<T>, repeats = REPEATS): Promise<T[]> => {
    const found: T[] = []
    while (found.length < repeats) found.push(await work())
    return found
  }
  const copied = async (): Promise<number> => {
    const file = await copyFile(folder, from)
    from += READINGS * STEP_MS
    const began = performance.now()
    await owner.query(`copy devices_telemetry (${COLUMNS}) from '${file}'`)
    return ROWS / ((performance.now() - began) / 1000)
  }
  const rounds = await interleave(Number(process.env.BENCH_ROUNDS ?? 5), async () => rateOf(await send()), copied)
  const rate = median(rounds.ours)
  const perRow = median(cpu.map(({ server }) => server))
  const stored = median(cpu.map(({ all }) => all))
  const even = median((await times(() => send({ pace: rate * TOO_FAST }))).map(rateOf))
  const spread = cpu.length
  const paced = await times(() => send({ pace: even * PACE }), PACED_REPEATS)
  const pacedCpu = median(cpu.slice(spread).map(({ all }) => all))
  const single = median((await times(() => send({ rowsPerMessage: 1 }))).map(rateOf))
  const hour = new Date(Math.ceil(from / HOUR_MS + 1) * HOUR_MS)
  from = hour.getTime() - READINGS * STEP_MS
  await send()
  await send()
  const rolled = median(await times(() => rollUp(owner, product, hour)))
  const share = (without: number): string => (without / (without + rolled)).toFixed(2)
  const p99s = paced.map(({ p99 }) => p99)
  farm.stop()
  closeViewers()
  await owner.end()
  return {
    name: `telemetry of ${LAMPS.toLocaleString('en')} lamps behind ${GATEWAYS} gateways, ${ROWS_PER_MESSAGE} readings a message, acknowledged after the commit`,
    unit: 'rows/s',
    ours: rate,
    limit: median(rounds.limit),
    ratio: median(rounds.ratios),
    rounds: rounds.ratios,
    aim: '≥ 0.45',
    notes: [
      `the table holds ${STORED.toLocaleString('en')} rows of ${STORED_DAYS} days before the first round (filled in ${filled.toFixed(0)} s) and keeps those of all rounds; ${VIEWERS} consoles get the changes of the map live`,
      `limit: COPY of the same rows from a file into the same indexed table; CPU a row: server ${micros(perRow)}, with the database ${micros(stored)} µs`,
      `evenly spread load, ${ROWS_PER_MESSAGE} readings a message: ${Math.round(even).toLocaleString('en')} rows/s are sustained; at ${PACE * 100} % of that acknowledged ${median(paced.map(({ p50 }) => p50)).toFixed(0)} ms after a message was due, p99 ${median(p99s).toFixed(0)} ms (${Math.min(...p99s).toFixed(0)}–${Math.max(...p99s).toFixed(0)}, aim ≤ 100), for ${micros(pacedCpu)} µs of CPU a row`,
      `one reading a message: ${Math.round(single).toLocaleString('en')} messages/s (aim ≥ 40,000)`,
      `rolled up for ${micros(rolled)} µs of CPU a reading when ${READINGS} make an hour: without rollups ÷ with ${share(stored)} at the highest rate, ${share(pacedCpu)} at the pace above (aim ≥ 0.85)`,
      `${acked.toLocaleString('en')} rows acknowledged, ${acked.toLocaleString('en')} in the table at the end of their rounds: none lost`,
    ],
  }
}

export const run = async (): Promise<Figure> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-copy-'))
  await chmod(folder, 0o755)
  const product = await startProduct({ CLOCK_AHEAD_SECONDS: String((3 * DAY_MS) / 1000) })
  try {
    return await measure(product, folder)
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
