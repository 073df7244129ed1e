import type { ActionDefinition, CallDefinition, ImportStep, ResourceDefinition, TransitionDefinition, Verb } from '@lamplight/kit'
import { type Registry, type Route, writableFields } from '@lamplight/server-kit'
import type { ApiClient, TestPlatform } from '@lamplight/testing'
import { fill, standFor } from './examples.ts'
import { type Call, HAND_WRITTEN } from './hand-written.ts'
import type { Known } from './known-rows.ts'

/** Origin of a route that is generated from a resource. */
export interface Follows {
  readonly resource: ResourceDefinition
  readonly verb?: Verb
  readonly action?: ActionDefinition
  /** The transition that the call's example requests. */
  readonly transition?: TransitionDefinition
  readonly exports?: true
  /** Step of a spreadsheet import. */
  readonly sheet?: ImportStep
  /** Declared by `api.calls`: its example shows the input. */
  readonly declared?: true
  /** Checks whether a value of a unique field is free. */
  readonly validates?: true
  /** Set for calls that upload a file (`takes`) or download one (`sends`). */
  readonly file?: 'takes' | 'sends'
  /** Field that names the row of a detail. */
  readonly by?: string
  /** Values that the rows of the call have. */
  readonly fixed?: Readonly<Record<string, unknown>>
}
export interface RouteRow {
  /** `GET /api/…` */
  readonly name: string
  readonly route: Route
  readonly follows?: Follows
  /** Returns a well-formed call for rows of `known`. */
  readonly good: (known: Known) => Call
}
const PATHS: Readonly<Record<Verb, readonly [method: string, path: string]>> = {
  list: ['GET', '/list'],
  page: ['GET', '/page'],
  lazy: ['GET', '/lazy-list'],
  tree: ['GET', '/tree'],
  select: ['GET', '/select'],
  detail: ['GET', '/detail'],
  get: ['GET', '/{id}'],
  submit: ['POST', '/submit'],
  save: ['POST', '/save'],
  create: ['POST', ''],
  update: ['POST', '/update'],
  put: ['PUT', ''],
  remove: ['POST', '/remove'],
  delete: ['DELETE', ''],
}
const SHEET_STEPS: Readonly<Record<ImportStep, 'GET' | 'POST'>> = {
  start: 'POST',
  upload: 'POST',
  run: 'POST',
  discard: 'POST',
  undo: 'POST',
  template: 'GET',
  record: 'GET',
  status: 'GET',
  failures: 'GET',
  'failures/download': 'GET',
}
const followsOf = ({ resources, listings }: Registry): Map<string, Follows> => {
  const found = new Map<string, Follows>()
  for (const { resource } of [...resources.values(), ...listings.values()]) {
    for (const base of [resource.api.base, ...(resource.api.alias ?? [])]) {
      const add = (method: string, path: string, follows: Omit<Follows, 'resource'>) =>
        found.set(`${method} /api/${base}${path}`, { resource, ...follows })
      for (const verb of resource.api.verbs) add(...PATHS[verb], { verb })
      if (resource.io?.export) add('GET', '/export', { exports: true })
      for (const [name, { kind, options }] of writableFields(resource))
        if (kind === 'text' && options.unique) add('GET', `/validate_${options.wire ?? name}`, { validates: true, declared: true })
      for (const [name, { kind, options }] of writableFields(resource))
        if (kind === 'file') {
          add('POST', `/upload_${options.wire ?? name}`, { file: 'takes', declared: true })
          add('GET', '/file/{id}', { file: 'sends', declared: true })
        }
      if (typeof resource.io?.import === 'object')
        for (const [step, method] of Object.entries(SHEET_STEPS)) {
          add(method, step === 'start' ? '/import' : `/import/${step}`, { sheet: step as ImportStep, declared: true })
          if (step === 'undo') add('GET', '/import/undo', { sheet: 'undo', declared: true })
        }
      for (const [name, action] of Object.entries(resource.actions ?? {}))
        if (!action.transition) add('POST', `/${action.path ?? name}`, { action })
      for (const [name, transition] of Object.entries(resource.lifecycle?.transitions ?? {}).toReversed())
        for (const call of [transition.one, transition.many]) {
          const path = call && (call.path.startsWith('/') ? call.path : `/${base}/${call.path}`)
          const action = resource.actions?.[name]
          if (path && action) found.set(`${call.method ?? 'POST'} /api${path}`, { resource, transition, action })
        }
    }
    for (const [address, call] of Object.entries<CallDefinition>(resource.api.calls ?? {})) {
      const { verb, by, action, fixed } = call
      const done =
        'import' in call
          ? { sheet: call.import }
          : 'upload' in call
            ? { file: 'takes' as const }
            : verb === 'export'
              ? { exports: true as const }
              : action
                ? { action: resource.actions?.[action] }
                : { verb }
      found.set(address.replace(' ', ' /api/'), {
        resource,
        declared: true,
        ...done,
        ...(by ? { by } : {}),
        ...(fixed ? { fixed } : {}),
      } as Follows)
    }
  }
  return found
}

const OF_A_ROW: readonly (Verb | undefined)[] = ['detail', 'get', 'remove', 'delete', 'update', 'put', 'submit']
const goodFor = ({ resource, verb }: Follows, known: Known): Call => {
  if (!OF_A_ROW.includes(verb)) return verb === 'save' || verb === 'create' ? { body: {} } : {}
  const id = known.row(resource.name)
  if (verb === 'detail') return { query: { id } }
  if (verb === 'get') return { path: { id } }
  if (verb === 'remove' || verb === 'delete') return { query: { ids: id } }
  return { body: { id } }
}

const known = new WeakMap<Registry, RouteRow[]>()
const newRows = (registry: Registry): RouteRow[] => {
  const follows = followsOf(registry)
  const byHand = new Set(registry.slices.flatMap((slice) => slice.routes ?? []))
  return registry.routes.map((route) => {
    const name = `${route.method} ${route.path}`
    const one = byHand.has(route) || name in HAND_WRITTEN ? undefined : follows.get(name)
    const good =
      HAND_WRITTEN[name] ??
      ((known: Known) => (one && !one.action && !one.declared ? goodFor(one, known) : fill(route.example ?? {}, standFor(known))))
    return { name, route, follows: one, good }
  })
}

/**
 * Returns every route of the router with a well-formed call: for a generated route derived from its resource, for a hand-written route its example,
 * unless `HAND_WRITTEN` has another.
 */
export const routeRows = (registry: Registry): RouteRow[] => {
  const rows = known.get(registry) ?? newRows(registry)
  known.set(registry, rows)
  return rows
}

export interface Answered {
  readonly status: number
  readonly text: string
  readonly bytes: Buffer
  readonly type: string
  /** The envelope; null if the answer has none. */
  readonly json: Record<string, unknown> | null
  readonly msg: string
  readonly field: string
  /** ms */
  readonly took: number
}
const searchOf = (query: Call['query']): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const part of Array.isArray(value) ? value : [value]) if (part !== undefined) search.append(name, String(part))
  return search.size > 0 ? `?${search}` : ''
}

/** Makes a call through the real router, without a socket. */
export const sendCall = async (
  product: TestPlatform,
  client: ApiClient | null,
  route: Pick<Route, 'method' | 'path'>,
  call: Call,
  lang = 'zh-CN',
): Promise<Answered> => {
  const address = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.path?.[name] ?? '1')))
  const began = performance.now()
  const answer = await product.running.http.inject({
    method: route.method,
    url: `${address}${searchOf(call.query)}`,
    headers: {
      authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`,
      'accept-language': lang,
      ...(client ? { 'blade-auth': `bearer ${client.token}` } : {}),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
  })
  const took = performance.now() - began
  const type = String(answer.headers['content-type'] ?? '')
  const json = type.includes('json') ? (JSON.parse(answer.payload) as Record<string, unknown>) : null
  return {
    status: answer.statusCode,
    text: answer.payload,
    bytes: answer.rawPayload,
    type,
    json,
    msg: String(json?.msg ?? json?.error_description ?? ''),
    field: String(json?.field ?? ''),
    took,
  }
}

/** Tables that the server writes for every call. */
export const LOGS = ['system_log_usual', 'system_log_api', 'system_log_error']
/** Totals that tasks update seconds later; the rows that they are computed from are compared instead. */
const SUMS = ['control_result_daily', 'control_result_due']
/** For tables that change with every request: the part that is compared. Every request for a token is written to the audit log. */
const PARTS: Readonly<Record<string, string>> = {
  kit_counter: `(select * from kit_counter where resource not in (${LOGS.map((table) => `'${table}'`).join(', ')}))`,
  kit_audit: `(select * from kit_audit where what <> 'identity.signIn')`,
}
/** Returns a hash of each table's rows except logs; `where` limits the rows by the table's columns. */
export const fingerprint = async (product: TestPlatform, where = '', but: readonly string[] = []): Promise<Record<string, string>> => {
  const tables = await product.platform.system.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join pg_class p on p.relname = c.table_name and p.relkind in ('r', 'p')
     where c.table_schema = 'public' and c.column_name = 'tenant_id' and not p.relispartition order by 1`,
  )
  // A task adds state changes to the totals every 2 s. Add them now, so that the tables do not change later.
  await product.platform.system.query('select lighting_fold_states()')
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    if (but.includes(name) || LOGS.includes(name) || SUMS.includes(name)) continue
    const [row] = await product.platform.system.query<{ sum: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${PARTS[name] ?? name} t ${where}`,
    )
    found[name] = row?.sum ?? ''
  }
  return found
}
