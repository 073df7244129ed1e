import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { openHttp, postOf } from './lean-http.ts'
import {
  assertAlike,
  assertSame,
  type Bench,
  CONNECTIONS,
  comparedPage,
  type Filter,
  handSql,
  openBench,
  pageOf,
  ROW,
} from './lists/list-arms.ts'
import { grantPlaces, growTo, TENANT, tenFilters } from './lists/list-data.ts'
import { type Figure, median, throughput } from './measure.ts'
import { startPeer } from './peer-server.ts'
import { freePort, type Product, startProduct } from './product.ts'

const execute = promisify(execFile)
const LAMPS = 100_000
const ROUNDS = 5
const ROUND_S = 3

const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T

/** A view of the lamps with the same columns and joins, so that PostGraphile runs the same SQL. */
const VIEW = `
create schema if not exists peer;
create or replace view peer.lamp as select l.id, l.name, l.sn, l.kind, l.power, l.lng, l.lat, l.tenant_id, l.project_id, l.area_id,
  p.name as project, a.area_name as area, c.sn as controller, s.state, s.dim, s.power as active_power, s.reported_at
  from lighting_lamp l ${ROW.joins} where not l.is_deleted`
const QUERY = `query List($condition: LampCondition) { allLamps(first: 10, orderBy: ROW_ID_DESC, condition: $condition) { totalCount
  nodes { rowId name sn kind power lng lat projectId project area controller state dim activePower reportedAt } } }`

interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}
type Arm = () => Promise<Measured>

const oursOf = (bench: Bench, filters: readonly Filter[], encoding?: string): Arm => {
  const requests = filters.map((filter) => bench.requestOf('guest', filter, encoding))
  return () => throughput(CONNECTIONS, ROUND_S * 1000, async (connection) => void (await bench.list(connection, any(requests))))
}

const peerOf = async (bench: Bench, url: string, filters: readonly Filter[]): Promise<Arm> => {
  const requests = filters.map((filter) => {
    const condition = { tenantId: TENANT, ...filter, ...(filter.kind ? { kind: Number(filter.kind) } : {}) }
    return postOf(url, { query: QUERY, variables: { condition } })
  })
  const connection = await openHttp(url)
  for (const [at, filter] of filters.entries()) {
    const { data } = JSON.parse((await connection.get(requests[at] as Buffer)).toString()) as {
      data: { allLamps: { totalCount: number; nodes: Readonly<Record<string, unknown>>[] } }
    }
    const ours = pageOf(await bench.list(0, bench.requestOf('guest', filter)))
    assertAlike(ours, comparedPage(data.allLamps.nodes, data.allLamps.totalCount, 2), `PostGraphile, ${JSON.stringify(filter)}`)
  }
  connection.close()
  return async () => {
    // PostGraphile closes a connection after five idle seconds, so each round opens new ones.
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openHttp(url)))
    const request = await throughput(CONNECTIONS, ROUND_S * 1000, async (loop) => void (await connections[loop]?.get(any(requests))))
    for (const one of connections) one.close()
    return request
  }
}

/**
 * Runs the prepared statements for rows and total of a random filter with pgbench, as the owner of the tables. Null if pgbench is not installed.
 */
const pgbenchOf = async (databaseUrl: string, filters: readonly Filter[]): Promise<{ arm: Arm; close: () => Promise<void> } | null> => {
  const installed = await execute('pgbench', ['--version']).catch(() => null)
  if (!installed) return null
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-pgbench-'))
  const scripts = await Promise.all(
    filters.map(async (filter, at) => {
      const sql = handSql(filter, (value) => `'${value}'`)
      const file = join(folder, `${at}.sql`)
      await writeFile(file, `${sql.rows.replaceAll('\n', ' ')};\n${sql.total};\n`)
      return file
    }),
  )
  const words = [
    '-n',
    '-c',
    String(CONNECTIONS),
    '-j',
    '2',
    '-T',
    String(ROUND_S),
    '-M',
    'prepared',
    ...scripts.flatMap((file) => ['-f', file]),
  ]
  return {
    arm: async () => {
      const { stdout } = await execute('pgbench', [...words, databaseUrl])
      return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), p50: Number.NaN, p99: Number.NaN }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

const figureOf = (name: string, aim: string, ours: readonly Measured[], limit: readonly Measured[], notes: readonly string[]): Figure => {
  const ratios = ours.map(({ perSecond }, round) => perSecond / (limit[round]?.perSecond ?? Number.NaN))
  return {
    name,
    unit: 'requests/s',
    ours: median(ours.map(({ perSecond }) => perSecond)),
    limit: median(limit.map(({ perSecond }) => perSecond)),
    ratio: median(ratios),
    rounds: ratios,
    aim,
    notes,
  }
}
const timesOf = (arm: readonly Measured[]): string => {
  const [p50, p99] = [median(arm.map((one) => one.p50)), median(arm.map((one) => one.p99))]
  return `median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${(p99 / p50).toFixed(2)} ×)`
}

/** Rows of states and of lamps that are updated each second. */
const WRITTEN = { states: 2000, lamps: 50 }
const EVERY_MS = 100

/** Runs an arm while another connection updates states and powers of random lamps. */
const besideWrites =
  (writer: pg.Client, arm: Arm): Arm =>
  async () => {
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        const next = performance.now() + EVERY_MS
        const n = (count: number) => Array.from({ length: (count * EVERY_MS) / 1000 }, () => Math.floor(Math.random() * LAMPS))
        await writer.query(
          'update devices_state set dim = (coalesce(dim, 0) + 1) % 101, reported_at = now() where device_id in (select 7100000000000000000 + n from unnest($1::int[]) n)',
          [n(WRITTEN.states)],
        )
        await writer.query(
          'update lighting_lamp set power = power + 1 where id in (select 7200000000000000000 + n from unnest($1::int[]) n)',
          [n(WRITTEN.lamps)],
        )
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
      }
    })()
    const found = await arm()
    isOver = true
    await writing
    return found
  }

/** Runs the arms in turn; returns the results of each arm. `cold` is the first round: connections are new and no statement is planned yet. */
const inTurn = async (arms: readonly Arm[]): Promise<{ readonly cold: Measured; readonly warm: readonly Measured[] }[]> => {
  const found = arms.map((): Measured[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) for (const [at, arm] of arms.entries()) found[at]?.push(await arm())
  return found.map(([cold, ...warm]) => ({ cold: cold as Measured, warm }))
}

const measure = async (product: Product, atEnd: (close: () => unknown) => void): Promise<Figure[]> => {
  const bench = await openBench(product, 1)
  atEnd(bench.close)
  await growTo(bench.owner, 0, LAMPS)
  await bench.owner.query(VIEW)
  const filters = tenFilters(await grantPlaces(bench.owner, 'guest', LAMPS))
  // The server caches sessions and permissions for two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await assertSame(bench, 'guest', filters)
  const server = await startPeer(product.databaseUrl, await freePort())
  atEnd(server.stop)
  const peer = await peerOf(bench, server.url, filters)
  const pgbench = await pgbenchOf(product.databaseUrl, filters)
  if (pgbench) atEnd(pgbench.close)
  const writer = bench.clients[0] as pg.Client
  const list = oursOf(bench, filters)
  const [ours, theirs, packed, oursBeside, theirsBeside, raw, rawBeside] = await inTurn([
    list,
    peer,
    oursOf(bench, filters, 'br'),
    besideWrites(writer, list),
    besideWrites(writer, peer),
    ...(pgbench ? [pgbench.arm, besideWrites(writer, pgbench.arm)] : []),
  ])
  if (!ours || !theirs || !packed || !oursBeside || !theirsBeside) throw new Error('an arm is missing')
  const what = `paged list of ${LAMPS.toLocaleString('en')} lamps, ten filters, exact total, ${CONNECTIONS} connections`
  const beside = `${what}, while ${WRITTEN.states.toLocaleString('en')} states and ${WRITTEN.lamps} lamps a second change`
  const perSecond = (arm: readonly Measured[]): string => Math.round(median(arm.map((one) => one.perSecond))).toLocaleString('en')
  const [p50, p99] = [median(ours.warm.map((one) => one.p50)), median(ours.warm.map((one) => one.p99))]
  const limit = 'limit: pgbench -M prepared with the two statements written by hand, no HTTP, no JSON, no rights'
  return [
    figureOf(`${what}, against PostGraphile`, '≥ 2', ours.warm, theirs.warm, [
      `ours ${timesOf(ours.warm)}, aim p99 ≤ 1.5 × its median: ${p99 <= 1.5 * p50 ? 'met' : 'missed'}; PostGraphile ${timesOf(theirs.warm)}`,
      `first ${ROUND_S} s of the process, statements unplanned: ours ${Math.round(ours.cold.perSecond).toLocaleString('en')} requests/s, p99 ${ours.cold.p99.toFixed(0)} ms; PostGraphile ${Math.round(theirs.cold.perSecond).toLocaleString('en')}, ${theirs.cold.p99.toFixed(0)} ms`,
      `with \`Accept-Encoding: br\`, as browsers ask: ${perSecond(packed.warm)} requests/s, ${timesOf(packed.warm)}; PostGraphile does not compress`,
      'limit: PostGraphile 5.1.5 with the same rows and totals from one view (eleven columns compared), over HTTP, without token, tenant and rights',
    ]),
    figureOf(`${beside}, against PostGraphile`, '≥ 2', oursBeside.warm, theirsBeside.warm, [
      `ours ${timesOf(oursBeside.warm)}; PostGraphile ${timesOf(theirsBeside.warm)}`,
    ]),
    ...(raw && rawBeside
      ? [
          figureOf(`${what}, against pgbench`, '≥ 0.5', ours.warm, raw.warm, [limit]),
          figureOf(`${beside}, against pgbench`, '≥ 0.5', oursBeside.warm, rawBeside.warm, [limit]),
        ]
      : []),
  ]
}

/** Compares the list with PostGraphile and with pgbench. */
export const run = async (): Promise<Figure[]> => {
  const product = await startProduct()
  const closing: (() => unknown)[] = []
  try {
    return await measure(product, (close) => void closing.unshift(close))
  } finally {
    for (const close of closing) await close()
    await product.stop()
  }
}
