import { createHash } from 'node:crypto'
import { createTown, type Inventory, inventoryOfTown } from '@lamplight/town'
import { virtualSecret } from '@lamplight/virtual-city'
import type { Source } from './options.ts'

/** Client id and secret that every sign-in of the wire contract carries (section 3). */
const CLIENT = `Basic ${btoa('saber:saber_secret')}`

interface Answer {
  readonly code?: number
  readonly msg?: string
  readonly data?: unknown
  readonly access_token?: string
  readonly error_description?: string
}

const post = async (url: URL, headers: Readonly<Record<string, string>>): Promise<Answer> => {
  const response = await fetch(url, { method: 'POST', headers: { Authorization: CLIENT, ...headers } })
  const answer = (await response.json()) as Answer
  if (!response.ok) throw new Error(`${url.pathname}: ${answer.error_description ?? answer.msg ?? response.status}`)
  return answer
}

const signIn = async ({ url, tenant, account, password }: Extract<Source, { from: 'project' }>): Promise<string> => {
  const target = new URL('/api/blade-auth/oauth/token', url)
  const md5 = createHash('md5').update(password).digest('hex')
  const query = { grant_type: 'password', tenantId: tenant, username: account, password: md5, scope: 'all', type: 'account' }
  for (const [key, value] of Object.entries(query)) target.searchParams.set(key, value)
  const { access_token, msg, error_description } = await post(target, { 'Tenant-Id': tenant })
  if (!access_token) throw new Error(error_description ?? msg ?? 'sign-in was refused')
  return access_token
}

const inventoryOfProject = async (source: Extract<Source, { from: 'project' }>): Promise<Inventory> => {
  const token = await signIn(source)
  const target = new URL('/api/blade-device/gateway/virtual', source.url)
  target.searchParams.set('projectName', source.project)
  const { code, msg, data } = await post(target, { 'Blade-Auth': `bearer ${token}`, 'Tenant-Id': source.tenant })
  if (code !== 200) throw new Error(msg ?? `gateway/virtual answered ${code}`)
  const inventory = data as Inventory
  return source.broker ? { ...inventory, broker: { url: source.broker } } : inventory
}

/**
 * Fetches or makes the inventory of a source that needs no parent process.
 * @throws Error with the server's words when it refuses.
 */
export const loadInventory = async (source: Exclude<Source, { from: 'parent' }>, seed = 1): Promise<Inventory> => {
  if (source.from === 'project') return inventoryOfProject(source)
  const { lamps, broker, secretSeed } = source
  return inventoryOfTown(createTown({ seed, lamps }), { url: broker, secretOf: (sn) => virtualSecret(secretSeed, sn) })
}
