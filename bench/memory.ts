import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { openFarm } from './ingest.ts'
import { fillLamps, PER_GATEWAY, TENANT } from './lamps.ts'
import type { Figure } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const LAMPS = 100_000
const MINUTES = Number(process.env.BENCH_MINUTES ?? 1)
const ROWS_A_SECOND = Number(process.env.BENCH_ROWS_A_SECOND ?? 10_000)
const QUIET_MS = 15_000
/** After this time with little to do the server has collected its garbage (server-kit/process/idle-memory.ts). */
const IDLE_MS = 330_000
const IDLE_MB = 180
const LARGE_MB = 350

/** Returns the memory of a process, with its share of memory used together with others, MB (Pss: proc(5), smaps_rollup). */
const memoryOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** Returns the memory of the server, and of the processes of its database, MB. */
const measured = async (owner: pg.Client, product: Product): Promise<{ server: number; database: number }> => {
  const { rows } = await owner.query<{ pid: number; folder: string }>(
    `select pid, current_setting('data_directory') as folder from pg_stat_activity where pid <> pg_backend_pid()`,
  )
  const postmaster = Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  const database = [postmaster, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + memoryOf(pid), 0)
  return { server: memoryOf(product.serverPid), database }
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const text = ({ server, database }: { server: number; database: number }): string =>
  `server ${server.toFixed(0)} MB, database ${database.toFixed(0)} MB`

/** Returns the slope of the least-squares line through the values, per step. */
const slopeOf = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, _, n) => sum + (n - middle) ** 2, 0)
  return values.reduce((sum, value, n) => sum + (n - middle) * (value - mean), 0) / spread
}
/** Lists the first, the last and about ten values between. */
const parts = (values: readonly number[]): string =>
  values
    .filter((_, n) => n === values.length - 1 || n % Math.ceil(values.length / 10) === 0)
    .map((mb) => mb.toFixed(0))
    .join(' → ')

const measure = async (product: Product): Promise<Figure> => {
  const owner = await connectTo(product.databaseUrl)
  await pause(QUIET_MS)
  const idle = await measured(owner, product)
  await fillLamps(owner, LAMPS)
  const gateways = LAMPS / PER_GATEWAY
  const farm = await openFarm(product.brokerPort, gateways)
  const from = Date.now()
  const load = async (turn: number, readings: number, pace?: number): Promise<void> => {
    await farm.prepare({ gateways, readings, rowsPerMessage: 20, from: from + turn * 1000, stepMs: 1000, pace })
    await farm.run()
  }
  await load(0, 1)
  await pause(QUIET_MS)
  const large = await measured(owner, product)
  // The server builds base maps at its start. These lamps were added later, so the first request builds the map.
  const operator = await product.signIn(TENANT, 'operator')
  for (const path of ['blade-city/lamp/map', 'blade-city/lamp/map/base', 'blade-report/dashboard/info']) {
    const answer = await operator.call('GET', `/api/${path}`)
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
    await answer.arrayBuffer()
  }
  await pause(QUIET_MS)
  const looked = await measured(owner, product)
  // In pieces of a minute at most: all messages of a piece are prepared first, in the memory of the sending process.
  const piece = Math.min(1, MINUTES / 2)
  const readings = Math.max(1, Math.round((piece * 60 * ROWS_A_SECOND) / LAMPS))
  const seen: number[] = []
  for (let n = 0; n * piece < MINUTES; n += 1) {
    await load(1 + n * readings, readings, ROWS_A_SECOND)
    seen.push((await measured(owner, product)).server)
  }
  const slope = slopeOf(seen) / piece
  await pause(QUIET_MS)
  const after = await measured(owner, product)
  await pause(IDLE_MS)
  const rested = await measured(owner, product)
  farm.stop()
  await owner.end()
  return {
    name: `memory of the server with ${LAMPS.toLocaleString('en')} lamps behind ${gateways.toLocaleString('en')} connected gateways, after the first map, base map and dashboard`,
    unit: 'MB',
    ours: looked.server,
    limit: LARGE_MB,
    ratio: looked.server / LARGE_MB,
    rounds: [looked.server / LARGE_MB],
    aim: '≤ 1',
    notes: [
      `idle: ${text(idle)} (aim for the server ≤ ${IDLE_MB} MB); with the lamps: ${text(large)}; after the first map, base map and dashboard: ${text(looked)}`,
      `${MINUTES} min of ${ROWS_A_SECOND.toLocaleString('en')} readings/s: ${parts(seen)} MB, ${slope.toFixed(2)} MB a minute; after it: ${text(after)}, five quiet minutes later: ${text(rested)}`,
    ],
  }
}

export const run = async (): Promise<Figure> => {
  const product = await startProduct()
  try {
    return await measure(product)
  } finally {
    await product.stop()
  }
}
