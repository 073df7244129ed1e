import type { Text } from '@lamplight/kit'
import type { ForeignSource } from '@lamplight/server-kit'
import { ENCRYPTION } from '../model/datasource.resource.ts'

/** What an address of a data source says. */
export interface SourceAddress extends Pick<ForeignSource, 'host' | 'port' | 'database' | 'encrypted'> {
  /** Only tables of this schema. */
  readonly schema: string | null
}

const HOST = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/
const TLS: Readonly<Record<string, ForeignSource['encrypted']>> = {
  disable: 'no',
  // What may end up in plain text is no choice of it.
  allow: 'auto',
  prefer: 'auto',
  require: 'yes',
  'verify-ca': 'verified',
  'verify-full': 'verified',
}
const CHOSEN: Readonly<Record<number, ForeignSource['encrypted']>> = {
  [ENCRYPTION.required]: 'yes',
  [ENCRYPTION.verified]: 'verified',
  [ENCRYPTION.none]: 'no',
}

/** Reads `jdbc:postgresql://host:port/database?…` and `postgres://…`; a text says what is wrong. */
export const readAddress = (text: string): SourceAddress | Text => {
  const plain = text.trim().replace(/^jdbc:/, '')
  if (!/^postgres(ql)?:\/\//.test(plain) || !URL.canParse(plain))
    return ['应为 jdbc:postgresql://主机:端口/数据库', 'must be jdbc:postgresql://host:port/database']
  const url = new URL(plain)
  const { searchParams } = url
  if (url.username || url.password || searchParams.has('user') || searchParams.has('password'))
    return ['地址中不能含用户名和密码', 'may hold no user and no password']
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  if (url.hostname === bare && !HOST.test(bare)) return ['主机名不正确', 'has no proper host']
  const database = decoded(url.pathname.slice(1))
  if (!database) return ['缺少数据库名', 'names no database']
  const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'require' : 'prefer')
  const encrypted = TLS[mode]
  if (!encrypted) return [`不支持 sslmode=${mode.slice(0, 20)}`, `sslmode=${mode.slice(0, 20)} is not known`]
  return { host: bare, port: Number(url.port || 5432), database, encrypted, schema: searchParams.get('currentSchema') || null }
}
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
/** What was chosen in the form counts, else what the address says; null where they say different things. */
export const encryptionOf = ({ encrypted }: SourceAddress, choice: number | null | undefined): ForeignSource['encrypted'] | null => {
  const chosen = CHOSEN[choice ?? -1]
  return chosen && encrypted !== 'auto' && chosen !== encrypted ? null : (chosen ?? encrypted)
}
/** From what anybody on the way can read to what only the server itself can. */
const STRENGTH: readonly ForeignSource['encrypted'][] = ['no', 'auto', 'yes', 'verified']
/** Would a password that was given for `before` be less safe on its way? */
export const isWeaker = (now: ForeignSource['encrypted'], before: ForeignSource['encrypted']): boolean =>
  STRENGTH.indexOf(now) < STRENGTH.indexOf(before)
export const isAddress = (read: SourceAddress | Text): read is SourceAddress => !Array.isArray(read)
