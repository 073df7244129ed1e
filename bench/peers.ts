import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openHttp, postOf } from './lean-http.ts'
import { assertSame, type Bench, CONNECTIONS, type Filter, handSql, openBench, pageOf, ROW } from './lists/list-arms.ts'
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
  readonly p99: number
}
type Arm = () => Promise<Measured>

const oursOf = (bench: Bench, filters: readonly Filter[]): Arm => {
  const requests = filters.map((filter) => bench.requestOf('guest', filter))
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
      data: { allLamps: { totalCount: number; nodes: { rowId: string }[] } }
    }
    const ours = pageOf(await bench.list(0, bench.requestOf('guest', filter)))
    if (data.allLamps.nodes.map(({ rowId }) => rowId).join() !== ours.ids || data.allLamps.totalCount !== ours.total)
      throw new Error(`PostGraphile answers differently to ${JSON.stringify(filter)}`)
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
      return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), p99: Number.NaN }
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
const p99Of = (request: readonly Measured[]): string => `${median(request.map(({ p99 }) => p99)).toFixed(1)} ms`

/** Runs the arms in turn. The first round is a warm-up and is dropped. Returns the results of each arm by round. */
const inTurn = async (arms: readonly Arm[]): Promise<Measured[][]> => {
  const found = arms.map((): Measured[] => [])
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [at, arm] of arms.entries()) {
      const request = await arm()
      if (round > 0) found[at]?.push(request)
    }
  return found
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
  const [ours = [], theirs = [], raw] = await inTurn([oursOf(bench, filters), peer, ...(pgbench ? [pgbench.arm] : [])])
  const p99 = `p99: ours ${p99Of(ours)} (aim ≤ 15), PostGraphile ${p99Of(theirs)}`
  const what = `paged list of ${LAMPS.toLocaleString('en')} lamps, ten filters, exact total, ${CONNECTIONS} connections`
  return [
    figureOf(`${what}, against PostGraphile`, '≥ 4', ours, theirs, [
      p99,
      'limit: PostGraphile 5.1.5 with the same rows and totals from one view, over HTTP, without token, tenant and rights',
    ]),
    ...(raw
      ? [
          figureOf(`${what}, against pgbench`, 'none', ours, raw, [
            'limit: pgbench -M prepared with the two statements written by hand, no HTTP, no JSON, no rights',
          ]),
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
