import { createHash } from 'node:crypto'

/** An account that the probe signs in with. Two accounts of different tenants are needed. */
export interface Account {
  readonly tenantId: string
  readonly account: string
  readonly password: string
}
/** A call that answered rows of the other tenant. */
export interface Leak {
  /** Method and path, with the parameters that were sent. */
  readonly call: string
  /** Tenant of the caller, and of the rows. */
  readonly caller: string
  readonly owner: string
  /** The first ids. */
  readonly ids: readonly string[]
}
export interface ProbeResult {
  /** Number of calls that were sent. */
  readonly calls: number
  /** Calls that answered with an error of the server or not in time, so that they prove nothing. */
  readonly unanswered: readonly string[]
  /** Number of rows known of each tenant: a tenant without rows proves nothing. */
  readonly rows: Readonly<Record<string, number>>
  readonly leaks: readonly Leak[]
}

interface Parameter {
  readonly name: string
  readonly in: string
}
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>
}
interface Read {
  readonly path: string
  readonly names: readonly string[]
}

/** Reads that do more than read, or whose answer has no rows: ends of sessions, files, pictures, streams. */
const LEFT_OUT = /oauth|logout|captcha|export|download|template|stream|openapi|\/file\//i
const ID_NAME = /^(id|ids|\w*Ids?)$/
const ID = /^\d{15,19}$/
const PLATFORM_TENANT = '000000'
const ROWS = 100
const PATIENCE_MS = 30_000
const NAMED = 5
/** Ids of the other tenant that are sent to each parameter. */
const TRIED = 2

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Sends GET requests as one account. */
const clientOf = async (url: string, { tenantId, account, password }: Account) => {
  const headers = { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`, 'tenant-id': tenantId }
  const form = new URLSearchParams({
    tenantId,
    username: account,
    password: md5(password),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  })
  const answer = await fetch(`${url}/api/blade-auth/oauth/token?${form}`, { method: 'POST', headers })
  const body = (await answer.json().catch(() => ({}))) as { access_token?: unknown; msg?: unknown; error_description?: unknown }
  if (typeof body.access_token !== 'string')
    throw new Error(`${tenantId}/${account} could not sign in: ${String(body.msg ?? body.error_description ?? answer.status)}`)
  const signed = { ...headers, 'blade-auth': `bearer ${body.access_token}` }
  /** Returns the answer, also a refusal; null after an error of the server, or without an answer in time. */
  return async (path: string, query: Readonly<Record<string, string>>): Promise<unknown> => {
    const search = new URLSearchParams(query)
    try {
      const got = await fetch(`${url}${path}${search.size > 0 ? `?${search}` : ''}`, {
        headers: signed,
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (got.status >= 500) return null
      const text = await got.text()
      return text.startsWith('{') ? (JSON.parse(text) as unknown) : {}
    } catch {
      return null
    }
  }
}

/** True if the last part of a base names what a parameter `word` + Id is about: `blade-system/area` for `areaId`. */
const isAbout = (base: string, word: string): boolean =>
  word !== '' &&
  base
    .slice(base.lastIndexOf('/') + 1)
    .toLowerCase()
    .includes(word)

/** All objects within an answer. */
const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}
const rowsOf = (answer: unknown, tenantId: string): string[] =>
  objectsIn(answer).flatMap(({ id, tenantId: owner }) => (owner === tenantId && typeof id === 'string' && ID.test(id) ? [id] : []))

/** Path without its last part: calls of one resource share it. */
const baseOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

const readsIn = ({ paths }: Description, only: string): Read[] =>
  Object.entries(paths).flatMap(([path, { get }]) =>
    get && !path.includes('{') && !LEFT_OUT.test(path) && path.includes(only)
      ? [{ path, names: (get.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name) }]
      : [],
  )

/** The description of the calls that a running installation gives. */
export const describedAt = async (url: string): Promise<Description> => {
  const described = await fetch(`${url}/api/openapi.json`)
  if (!described.ok) throw new Error(`${url}/api/openapi.json answers ${described.status}`)
  return (await described.json()) as Description
}

/**
 * Tries to read rows of one tenant with an account of another, in both directions: each read of the description, plainly and with ids of
 * the other tenant in each parameter that takes ids. `only`: reads whose path contains it. It sends only GET requests, so it can run against an installation in use.
 */
export const probeIsolation = async (
  url: string,
  accounts: readonly [Account, Account],
  describe: () => Promise<Description>,
  only = '',
): Promise<ProbeResult> => {
  const [one, two] = accounts
  if (one.tenantId === two.tenantId) throw new Error('the two accounts belong to the same tenant')
  const clients = new Map([
    [one.tenantId, await clientOf(url, one)],
    [two.tenantId, await clientOf(url, two)],
  ])
  const reads = readsIn(await describe(), only)
  const leaks: Leak[] = []
  const unanswered: string[] = []
  let calls = 0
  const rows: Record<string, number> = {}
  const known = new Map<string, Map<string, string[]>>()
  const plain = new Map<string, Map<string, unknown>>()
  for (const account of accounts) {
    const get = clients.get(account.tenantId)
    if (!get) continue
    const [answers, found] = [new Map<string, unknown>(), new Map<string, string[]>()]
    for (const { path, names } of reads) {
      const paged = { ...(names.includes('current') && { current: '1' }), ...(names.includes('size') && { size: String(ROWS) }) }
      const answer = await get(path, paged)
      calls += 1
      if (answer === null) unanswered.push(`${account.tenantId} GET ${path}`)
      answers.set(path, answer)
      found.set(baseOf(path), [...new Set([...(found.get(baseOf(path)) ?? []), ...rowsOf(answer, account.tenantId)])])
    }
    plain.set(account.tenantId, answers)
    known.set(account.tenantId, found)
    rows[account.tenantId] = new Set([...found.values()].flat()).size
  }
  for (const [caller, owner] of [
    [one.tenantId, two.tenantId],
    [two.tenantId, one.tenantId],
  ] as const) {
    const theirs = known.get(owner) ?? new Map<string, string[]>()
    const all = [...new Set([...theirs.values()].flat())]
    const mine = new Set([...(known.get(caller)?.values() ?? [])].flat())
    const foreign = new Set(all.filter((id) => !mine.has(id)))
    const look = (call: string, answer: unknown): void => {
      const seen = objectsIn(answer).flatMap(({ id, tenantId }) =>
        typeof id === 'string' && foreign.has(id) && (tenantId === undefined || tenantId === owner) ? [id] : [],
      )
      if (seen.length > 0) leaks.push({ call, caller, owner, ids: [...new Set(seen)].slice(0, NAMED) })
    }
    const get = clients.get(caller)
    // Administrators of the platform may read other tenants.
    if (!get || caller === PLATFORM_TENANT) continue
    for (const { path, names } of reads) {
      look(`GET ${path}`, plain.get(caller)?.get(path))
      const same = (theirs.get(baseOf(path)) ?? []).filter((id) => foreign.has(id))
      for (const name of names.filter((word) => ID_NAME.test(word))) {
        const word = name.replace(/ids?$/i, '').toLowerCase()
        const named = [...theirs].flatMap(([base, ids]) => (isAbout(base, word) ? ids.filter((id) => foreign.has(id)) : []))
        for (const id of [...new Set([...named, ...same, ...foreign])].slice(0, TRIED)) {
          const answer = await get(path, { [name]: id })
          calls += 1
          if (answer === null) unanswered.push(`${caller} GET ${path}?${name}=`)
          look(`GET ${path}?${name}=${id}`, answer)
        }
      }
    }
  }
  return { calls, unanswered: [...new Set(unanswered)], rows, leaks }
}
