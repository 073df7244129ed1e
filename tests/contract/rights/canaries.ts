import { columnsOf } from '@lamplight/fields/column'
import type { ResourceDefinition } from '@lamplight/kit'
import { decodeLampPacket, decodePastPacket, LAMP_PACKET_MAGIC } from '@lamplight/lamp-packet'
import { tableOf, titleField } from '@lamplight/server-kit'
import type { ApiClient, TestPlatform } from '@lamplight/testing'
import { slices } from '../../../apps/server/slices.ts'
import type { Call } from '../api/hand-written.ts'
import type { Known } from '../api/known-rows.ts'
import { type Answered, type RouteRow, sendCall } from '../api/router.ts'
import { SLICE_ROWS } from '../api/slice-rows.ts'

const UNWRITTEN = new Set(SLICE_ROWS.flatMap(({ unwritten = [] }) => unwritten))
const ofTenants = slices
  .flatMap(({ resources = [] }) => resources.map(({ resource }) => resource))
  .filter(({ scope }) => scope !== 'global')

/** Tables whose rows are created by users of a tenant. */
export const PEOPLES_TABLES: readonly string[] = [
  ...ofTenants.filter(({ name }) => !UNWRITTEN.has(name)).map(tableOf),
  ...SLICE_ROWS.flatMap(({ tables = [] }) => tables),
]

/** Returns the columns of free texts that users write to name or describe a row; no logic depends on them. */
const freeTexts = (resource: ResourceDefinition): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    const { readonly: kept, from, unique, hidden } = field.options
    const { match, shape, multiline } = field.options as { match?: unknown; shape?: unknown; multiline?: true }
    if (field.kind !== 'text' || kept || from || unique || hidden || match || shape) return []
    return multiline || name === titleField(resource) ? columnsOf(name, field).map((column) => column.name) : []
  })

/** Columns that name rows for users, by table. A mark `c4n…` is appended to each. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ofTenants.filter(({ name }) => !UNWRITTEN.has(name)).map((resource) => [tableOf(resource), freeTexts(resource)] as const),
  ),
  ...Object.assign({}, ...SLICE_ROWS.map(({ marks }) => marks)),
}
/** Tables whose rows belong to a tenant: their ids and serial numbers are secret for other tenants. */
export const TENANTS_TABLES: readonly string[] = [...new Set([...PEOPLES_TABLES, ...Object.keys(NAMES)])]
export const MARK = 'c4n'
/** Matches a mark with the first letters of its table name. The three letters alone occur by chance in pictures in base 64. */
const MARKS = new RegExp(
  `${MARK}(?:${[...new Set(Object.keys(NAMES).map((table) => table.replaceAll('_', '').slice(0, 5)))].join('|')})[a-z]*`,
  'g',
)

/** Appends marks to the names of the rows that match `where` in the given tables, so that they can be found in any response. */
export const mark = async (product: TestPlatform, where: string, tables: readonly string[] = Object.keys(NAMES)): Promise<void> => {
  for (const table of tables) {
    const sets = (NAMES[table] ?? []).map((column) => `${column} = coalesce(${column}, '') || '${MARK}${table.replaceAll('_', '')}'`)
    if (sets.length > 0) await product.platform.system.query(`update ${table} t set ${sets.join(', ')} where ${where}`)
  }
}

export interface Secrets {
  readonly texts: readonly string[]
  readonly ids: ReadonlySet<string>
}
/** Returns serial numbers and ids of the rows that match `where`, which must not reach other users. */
export const secretsOf = async (product: TestPlatform, where: string, tables: readonly string[]): Promise<Secrets> => {
  const ids = new Set<string>()
  const texts = new Set<string>()
  for (const table of tables) {
    const rows = await product.platform.system.query<Record<string, unknown>>(`select * from ${table} t where ${where}`)
    for (const row of rows) {
      for (const name of ['id', 'device_id', 'batch_id']) if (typeof row[name] === 'string' && row[name].length > 12) ids.add(row[name])
      for (const name of ['sn', 'gateway_sn']) if (typeof row[name] === 'string' && row[name].length > 4) texts.add(row[name])
    }
  }
  return { texts: [...texts], ids }
}

/** Serial numbers are alike in their first letters: a text without these holds none of them, which is quick to see. */
const HEAD = 4
const heads = new WeakMap<Secrets, ReadonlyMap<string, readonly string[]>>()
const headsOf = (secrets: Secrets): ReadonlyMap<string, readonly string[]> => {
  const made = heads.get(secrets) ?? Map.groupBy(secrets.texts, (text) => text.slice(0, HEAD))
  heads.set(secrets, made)
  return made
}
/** Returns the secret texts in a text. */
const textsIn = (text: string, secrets: Secrets): string[] =>
  [...headsOf(secrets)].flatMap(([head, texts]) => (text.includes(head) ? texts.filter((one) => text.includes(one)) : []))

/** Returns the secrets in a response that its request did not contain. */
export const leaksIn = (answer: Answered, call: Call, secrets: Secrets): string[] => {
  const callText = JSON.stringify(call)
  const found = new Set<string>()
  if (answer.type.includes('octet-stream')) {
    const packet = Uint8Array.from(answer.bytes).buffer
    const { ids } = new DataView(packet).getUint32(0, true) === LAMP_PACKET_MAGIC ? decodeLampPacket(packet) : decodePastPacket(packet)
    for (const id of ids) if (secrets.ids.has(String(id))) found.add(`packed ${id}`)
    return [...found]
  }
  // No response may contain hashes of passwords or secrets.
  for (const [hash] of answer.text.matchAll(/\$argon2\w*|\$scrypt/g)) found.add(hash)
  for (const [name] of answer.text.matchAll(MARKS)) if (!callText.includes(name)) found.add(name)
  for (const [id] of answer.text.matchAll(/\d{13,19}/g)) if (secrets.ids.has(id) && !callText.includes(id)) found.add(id)
  for (const text of textsIn(answer.text, secrets)) if (!callText.includes(text)) found.add(text)
  return [...found]
}

const BY_NAME: Readonly<Record<string, (known: Known) => string>> = {
  groupId: (known) => known.row('devices.group'),
  streetId: (known) => known.row('lighting.street'),
  postId: (known) => known.row('lighting.post'),
  gatewayId: (known) => known.row('devices.gateway'),
  deviceId: (known) => known.row('lighting.controller'),
  gwSn: (known) => known.words['GW-0001'] ?? '',
  tenantId: (known) => known.tenantId,
  projectId: (known) => known.row('places.project'),
  areaId: (known) => known.row('places.area'),
  parentId: (known) => known.row('places.area'),
}

const isList = ({ follows }: RouteRow): boolean =>
  Boolean(follows && (follows.exports || ['list', 'page', 'lazy', 'tree', 'select'].includes(follows.verb ?? '')))

/** Names of the parameters that a list reads. */
const read = ({ route }: RouteRow): string[] => Object.keys((route.query as { readonly properties?: object } | undefined)?.properties ?? {})

/**
 * Returns queries that ask for rows of `theirs` by filters and order. `known` holds the parameters that a list of the resource reads: each of them gets a query
 * of its own. The lists ignore all other parameters, so these are sent together in one query.
 */
const filters = ({ fields }: ResourceDefinition, known: ReadonlySet<string>, theirs: Known, own: Known): Call['query'][] => {
  const queries: Record<string, string>[] = [{ columns: 'id,sn,name,tenantId', ascs: 'id' }]
  const ignored: Record<string, string> = {}
  const add = (name: string, ...tries: Record<string, string>[]): void => {
    if (known.has(name)) queries.push(...tries)
    else Object.assign(ignored, ...tries)
  }
  add('keyword', { keyword: MARK })
  for (const [name, find] of Object.entries(BY_NAME)) add(name, { [name]: find(theirs) }, { [`${name}_notequal`]: find(own) })
  for (const [name, field] of Object.entries(fields)) {
    const to = (field.options as { to?: string }).to
    const wire = field.options.wire ?? name
    if (to && theirs.rows[to]) add(wire, { [wire]: theirs.rows[to] })
    if (field.kind === 'text') add(name, { [name]: MARK, descs: name }, { [`${name}_notlike`]: 'zzz' })
  }
  return [...queries, ignored].map((query) => ({ ...query, size: 20 }))
}

/** A resource has several lists: pages, exports, addresses of older programs. */
interface Share {
  readonly turn: number
  readonly of: number
  /** The parameters that any of these lists reads. */
  readonly known: ReadonlySet<string>
}
/** Returns for each list of a resource the share of the filters that is tried with it, so that its lists together try all of them. */
const sharesOf = (rows: readonly RouteRow[]): ReadonlyMap<RouteRow, Share> =>
  new Map(
    [...Map.groupBy(rows.filter(isList), ({ follows }) => follows?.resource.name).values()].flatMap((lists) => {
      const known = new Set(lists.flatMap(read))
      return lists.map((row, turn) => [row, { turn, of: lists.length, known }] as const)
    }),
  )

/** Returns calls that try to get the rows of `theirs`: by address, query, body, lists of ids, filters and order; `own` are rows of the caller. */
const attempts = (row: RouteRow, theirs: Known, own: Known, share: Share | undefined): Call[] => {
  const { follows, route } = row
  const calls: Call[] = [row.good(theirs)]
  const good = row.good(own)
  for (const part of ['query', 'body'] as const)
    for (const [name, value] of Object.entries((row.good(theirs)[part] as Record<string, unknown> | undefined) ?? {}))
      if (JSON.stringify(value) !== JSON.stringify((good[part] as Record<string, unknown>)[name]))
        calls.push({ ...good, [part]: { ...(good[part] as object), [name]: value } })
  if (follows && share) {
    const { resource } = follows
    // A list without the parameter `size` answers all rows anyway.
    if (read(row).includes('size')) calls.push({ query: { size: -1 } })
    calls.push({ query: { ids: `${theirs.row(resource.name)},${own.row(resource.name)}`, size: -1 } })
    const queries = filters(resource, share.known, theirs, own)
    calls.push(...queries.filter((_, at) => at % share.of === share.turn).map((query) => ({ query })))
  }
  if (follows && ['remove', 'delete'].includes(follows.verb ?? ''))
    calls.push({ query: { ids: `${own.row(follows.resource.name)},${theirs.row(follows.resource.name)}` } })
  if (follows?.action) {
    const both = [own.row(follows.resource.name), theirs.row(follows.resource.name)]
    calls.push({ body: { ...(good.body as object), ids: both } }, { body: { ...(good.body as object), ids: both.join(',') } })
    if (follows.action.byFilter)
      for (const filter of [
        { projectId: theirs.row('places.project') },
        { areaId: theirs.row('places.area') },
        { ids: theirs.row('lighting.lamp') },
        { name_like: MARK },
      ])
        calls.push({ body: { ...(good.body as object), ids: undefined, filter } })
  }
  if (route.body && route.path.includes('/batch/command'))
    for (const selector of [
      { lampIds: [theirs.row('lighting.lamp')] },
      { groupId: theirs.row('devices.group') },
      { areaId: theirs.row('places.area') },
      { projectId: theirs.row('places.project') },
      { filter: { gatewayId: theirs.row('devices.gateway') } },
      { filter: { name_like: MARK } },
    ])
      calls.push({ body: { ...(good.body as object), selector } })
  return calls
}

/** Removes calls that occur twice, as if two ways of trying use the same value. */
const distinct = (calls: readonly Call[]): Call[] => [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()]

/** True for signed traffic of an operator: the example is signed by the owner, so it changes the owner's rows, whoever carries it. */
export const isSigned = (name: string): boolean => name === 'POST /api/blade-charging/evcs/{key}/{push}'

/**
 * Makes these calls for each route; returns the leaks and server errors found. `named`: name of the caller
 * in messages, `ways`: maximum calls per route.
 */
export const findLeaks = async (
  product: TestPlatform,
  rows: readonly RouteRow[],
  options: {
    client: ApiClient
    named: string
    theirs: Known
    own: Known
    secrets: Secrets
    skip?: (name: string) => boolean
    ways?: number
  },
): Promise<{ callCount: number; leaks: string[]; failures: string[] }> => {
  const leaks: string[] = []
  const failures: string[] = []
  let callCount = 0
  const shares = sharesOf(rows)
  for (const row of rows) {
    if (options.skip?.(row.name)) continue
    for (const call of distinct(attempts(row, options.theirs, options.own, shares.get(row)).slice(0, options.ways))) {
      const answer = await sendCall(product, options.client, row.route, call)
      callCount += 1
      const found = leaksIn(answer, call, options.secrets)
      if (found.length > 0)
        leaks.push(`${options.named}: ${row.name} ${JSON.stringify(call).slice(0, 160)} told ${found.slice(0, 4).join(' ')}`)
      if (answer.status >= 500) failures.push(`${options.named}: ${row.name} ${JSON.stringify(call).slice(0, 160)} ${answer.status}`)
    }
  }
  return { callCount, leaks, failures }
}
