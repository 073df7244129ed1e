import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { type HttpConnection, openHttp, requestOf } from '../lean-http.ts'
import { cpuSeconds } from '../measure.ts'
import type { Product } from '../product.ts'
import { TENANT } from './list-data.ts'

export const CONNECTIONS = 16

export type Filter = Readonly<Record<string, string>>
export interface Page {
  readonly ids: string
  readonly total: number
  /** Values of the rows, in the order of `COMPARED`, as text. */
  readonly rows: string
}

export const COLUMNS: Readonly<Record<string, string>> = { projectId: 'project_id', areaId: 'area_id', kind: 'kind' }

/** Columns and joins of a list row; the lamp has the alias `l`. */
export const ROW = {
  columns: `l.id::text as id, l.name, l.sn, l.kind, l.power, l.lng, l.lat, l.project_id::text, p.name as project, a.area_name as area, c.sn as controller,
      s.state, s.dim, s.power as active_power, s.reported_at`,
  joins: `left join lighting_controller c on c.id = l.controller_id left join places_project p on p.id = l.project_id
    left join places_area a on a.id = l.area_id left join devices_state s on s.device_id = l.controller_id`,
}

/** Columns that each arm must answer alike: name of the row of the list, of the statement and of GraphQL. */
const COMPARED = [
  ['id', 'id', 'rowId'],
  ['name', 'name', 'name'],
  ['sn', 'sn', 'sn'],
  ['kind', 'kind', 'kind'],
  ['power', 'power', 'power'],
  ['longitude', 'lng', 'lng'],
  ['latitude', 'lat', 'lat'],
  ['projectId', 'project_id', 'projectId'],
  ['projectName', 'project', 'project'],
  ['areaName', 'area', 'area'],
  ['lampControlSn', 'controller', 'controller'],
] as const
type Row = Readonly<Record<string, unknown>>
/** Returns ids, total and the `COMPARED` values of rows. `arm` is the column of `COMPARED` with their names: 0 the list, 1 the statement, 2 GraphQL. */
export const comparedPage = (rows: readonly Row[], total: number, arm: 0 | 1 | 2): Page => ({
  ids: rows.map((row) => String(row[COMPARED[0][arm]])).join(),
  total,
  rows: rows.map((row) => COMPARED.map((names) => String(row[names[arm]] ?? '')).join('\t')).join('\n'),
})

/** Returns hand-written SQL for the same ten rows and the same exact total; `put` turns a value into a parameter or a literal. */
export const handSql = (filter: Filter, put: (value: string) => string): { readonly rows: string; readonly total: string } => {
  const rows: [column: string, value: string][] = [
    ['tenant_id', TENANT],
    ...Object.entries(filter).map(([key, value]): [string, string] => [COLUMNS[key] as string, value]),
  ]
  const where = ['not is_deleted', ...rows.map(([column, value]) => `${column} = ${put(value)}`)].join(' and ')
  return {
    rows: `select ${ROW.columns} from (select * from lighting_lamp where ${where} order by id desc limit 10) l ${ROW.joins} order by l.id desc`,
    total: `select count(*)::int as total from lighting_lamp where ${where}`,
  }
}

/**
 * Returns a function that runs the hand-written SQL as prepared statements. It connects as the owner of the
 * tables, so row-level security does not apply.
 */
export const byHand = (filter: Filter) => {
  const values: string[] = []
  const name = Object.keys(filter).join()
  const sql = handSql(filter, (value) => `$${values.indexOf(value) + 1 || values.push(value)}`)
  return async (client: pg.Client): Promise<Page> => {
    const [found, counted] = await Promise.all([
      client.query<Row>({ name: `rows ${name}`, text: sql.rows, values }),
      client.query<{ total: number }>({ name: `total ${name}`, text: sql.total, values }),
    ])
    return comparedPage(found.rows, counted.rows[0]?.total ?? -1, 1)
  }
}

export interface Bench {
  readonly product: Product
  readonly owner: pg.Client
  /** Connections that run the hand-written SQL. */
  readonly clients: readonly pg.Client[]
  /** Returns the bytes of the console's request for a page of the list; `encoding`: what the browser accepts. */
  readonly requestOf: (account: string, filter: Filter, encoding?: string) => Buffer
  /** Sends a request on one of the connections; resolves with the body of the response. */
  readonly list: (connection: number, request: Buffer) => Promise<Buffer>
  /** Requests all rows; returns when the response begins and when it is complete, ms. */
  readonly everything: () => Promise<[begins: number, ends: number]>
  /** Returns the CPU time of the server and of its database processes, seconds. */
  readonly cpu: () => Promise<number>
}

/** Returns the processor time of the server and of its database processes so far, seconds. `owner` and `clients` are connections of the bench. */
export const processorTime = async ({ serverPid }: Product, owner: pg.Client, clients: readonly pg.Client[] = []): Promise<number> => {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> all($1)`,
    [[owner, ...clients].map((client) => (client as unknown as { processID: number }).processID)],
  )
  return [serverPid, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + cpuSeconds(pid), 0)
}

/** Opens the HTTP connections to the server and `handConnections` database connections for the hand-written SQL. */
export const openBench = async (product: Product, handConnections = CONNECTIONS): Promise<Bench & { close: () => Promise<void> }> => {
  const open = async (): Promise<pg.Client> => {
    const client = await connectTo({ connectionString: product.databaseUrl, pipeline: true })
    return client
  }
  const owner = await open()
  const clients = await Promise.all(Array.from({ length: handConnections }, open))
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openHttp(product.url)))
  const tokens = new Map<string, string>()
  for (const account of ['operator', 'guest']) tokens.set(account, (await product.signIn(TENANT, account)).token)
  const authorization = `Basic ${btoa('saber:saber_secret')}`
  return {
    product,
    owner,
    clients,
    requestOf: (account, filter, encoding) =>
      requestOf(new URL(product.url).host, `/api/blade-city/lamp/list?${new URLSearchParams({ current: '1', size: '10', ...filter })}`, {
        'blade-auth': `bearer ${tokens.get(account)}`,
        authorization,
        ...(encoding ? { 'accept-encoding': encoding } : {}),
      }),
    list: (connection, request) => (connections[connection] as HttpConnection).get(request),
    everything: async () => {
      const began = performance.now()
      const answer = await fetch(`${product.url}/api/blade-city/lamp/list?size=-1`, {
        headers: { 'blade-auth': `bearer ${tokens.get('operator')}`, authorization },
      })
      const begins = performance.now() - began
      await answer.arrayBuffer()
      return [begins, performance.now() - began]
    },
    cpu: () => processorTime(product, owner, clients),
    close: async () => {
      for (const connection of connections) connection.close()
      await Promise.all([owner, ...clients].map((client) => client.end()))
    },
  }
}

export const pageOf = (body: Buffer): Page => {
  const { data } = JSON.parse(body.toString()) as { data: { records: Row[]; total: number } }
  return comparedPage(data.records, data.total, 0)
}
/** Throws if two arms answer differently. */
export const assertAlike = (ours: Page, other: Page, what: string): void => {
  if (ours.ids !== other.ids || ours.total !== other.total || ours.rows !== other.rows)
    throw new Error(`${what}: the arms answer differently: ${ours.total} and ${other.total} rows,\n${ours.rows}\n${other.rows}`)
}
export const assertSame = async (bench: Bench, account: string, filters: readonly Filter[]): Promise<void> => {
  for (const filter of filters) {
    const [ours, hand] = [
      pageOf(await bench.list(0, bench.requestOf(account, filter))),
      await byHand(filter)(bench.clients[0] as pg.Client),
    ]
    assertAlike(ours, hand, JSON.stringify(filter))
  }
}
