import type { Text } from '@lamplight/kit'
import type { ForeignSource } from '@lamplight/server-kit'
import { ENCRYPTION } from '../model/datasource.resource.ts'

/** The parsed address of a data source. */
export interface SourceAddress extends Pick<ForeignSource, 'host' | 'port' | 'database' | 'encrypted'> {
  /** Limits the tables to this schema; null: all. */
  readonly schema: string | null
}

const HOST = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/
const TLS: Readonly<Record<string, ForeignSource['encrypted']>> = {
  disable: 'no',
  // sslmodes that may fall back to plain text do not count as a choice of it.
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

/** Parses `jdbc:postgresql://host:port/database?…` and `postgres://…`; returns a text if the address is not valid. */
export const readAddress = (text: string): SourceAddress | Text => {
  const plain = text.trim().replace(/^jdbc:/, '')
  if (!/^postgres(ql)?:\/\//.test(plain) || !URL.canParse(plain))
    return ['应为 jdbc:postgresql://主机:端口/数据库', 'must be jdbc:postgresql://host:port/database']
  const url = new URL(plain)
  const { searchParams } = url
  if (url.username || url.password || searchParams.has('user') || searchParams.has('password'))
    return ['地址中不能含用户名和密码', 'must not contain a user name or password']
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  if (url.hostname === bare && !HOST.test(bare)) return ['主机名不正确', 'has no valid host name']
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
/** Returns the encryption selected in the form, else that of the address; null if they contradict each other. */
export const encryptionOf = ({ encrypted }: SourceAddress, choice: number | null | undefined): ForeignSource['encrypted'] | null => {
  const chosen = CHOSEN[choice ?? -1]
  return chosen && encrypted !== 'auto' && chosen !== encrypted ? null : (chosen ?? encrypted)
}
/** Encryption modes from the weakest to the strongest. */
const STRENGTH: readonly ForeignSource['encrypted'][] = ['no', 'auto', 'yes', 'verified']
/** Returns true if a password given for `before` would be less protected in transit. */
export const isWeaker = (now: ForeignSource['encrypted'], before: ForeignSource['encrypted']): boolean =>
  STRENGTH.indexOf(now) < STRENGTH.indexOf(before)
export const isAddress = (read: SourceAddress | Text): read is SourceAddress => !Array.isArray(read)
