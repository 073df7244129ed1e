import { createHash } from 'node:crypto'
import type { Text } from '@lamplight/kit'
import { createTown, type Inventory, inventoryOfTown } from '@lamplight/town'
import { virtualSecret } from '@lamplight/virtual-city'
import type { Source } from './options.ts'

/** Client id and secret that every sign-in of the wire contract carries (section 3). */
const CLIENT = `Basic ${btoa('saber:saber_secret')}`

/** Thrown if there is no inventory to simulate; `text` says why in both languages. */
export class CannotPlay extends Error {
  readonly text: Text
  constructor(text: Text) {
    super(text[1])
    this.name = 'CannotPlay'
    this.text = text
  }
}

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

interface Answered extends Inventory {
  /** Number of gateways created for lamps without one, and of lamps still without one. Older platforms do not send it. */
  readonly proposed?: { readonly gateways: number; readonly lamps: number; readonly left: number }
}

const count = (value: number): string => value.toLocaleString('en-US')
/** Describes the gateways created for lamps without one; null if every lamp has one. */
const proposalOf = ({ gateways, lamps, left }: NonNullable<Answered['proposed']>): Text | null => {
  if (gateways > 0)
    return [
      `${count(lamps)} 盏灯没有网关：已按区域和位置新建 ${count(gateways)} 个虚拟网关（每个至多 60 盏），可在网关列表中查看`,
      `${count(lamps)} lamps had no gateway: ${count(gateways)} virtual ${gateways === 1 ? 'gateway was' : 'gateways were'} made by area and place (at most 60 lamps each); the list of gateways shows them`,
    ]
  if (left === 0) return null
  return [
    `${count(left)} 盏灯没有网关，未参与模拟；加 --propose 为它们新建虚拟网关`,
    `${count(left)} lamps have no gateway and are not simulated; --propose makes virtual gateways for them`,
  ]
}
const NOTHING: Text = [
  '没有可以模拟的网关：项目中没有灯，或其网关都有真实设备',
  'nothing can be simulated: the project has no lamps, or all its gateways have real devices',
]

const inventoryOfProject = async (source: Extract<Source, { from: 'project' }>, print: (text: Text) => void): Promise<Inventory> => {
  const token = await signIn(source)
  const target = new URL('/api/blade-device/gateway/virtual', source.url)
  target.searchParams.set('projectName', source.project)
  target.searchParams.set('propose', source.propose)
  const { code, msg, data } = await post(target, { 'Blade-Auth': `bearer ${token}`, 'Tenant-Id': source.tenant })
  if (code !== 200) throw new Error(msg ?? `gateway/virtual answered ${code}`)
  const { proposed, ...inventory } = data as Answered
  const words = proposed ? proposalOf(proposed) : null
  if (words) print(words)
  if (inventory.gateways.length === 0) throw new CannotPlay(NOTHING)
  return source.broker ? { ...inventory, broker: { url: source.broker } } : inventory
}

/**
 * Fetches or creates the inventory of a source that needs no parent process.
 * @param print called with a text about gateways created for lamps without one
 * @throws Error with the server's message if it refuses, CannotPlay if there is nothing to simulate
 */
export const loadInventory = async (
  source: Exclude<Source, { from: 'parent' }>,
  seed: number,
  print: (text: Text) => void,
): Promise<Inventory> => {
  if (source.from === 'project') return inventoryOfProject(source, print)
  const { lamps, broker, secretSeed } = source
  return inventoryOfTown(createTown({ seed, lamps }), { url: broker, secretOf: (sn) => virtualSecret(secretSeed, sn) })
}
