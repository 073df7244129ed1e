import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Platform } from '@lamplight/server-kit'
import { OWN_CLIENT } from '../../model/client.resource.ts'

/** A program that requests tokens: its id, and the grants that it may use; null: all. */
export interface KnownClient {
  readonly id: string
  readonly grants: ReadonlySet<string> | null
}
/** Secret of the console's own client (decisions.md A32). */
const OWN_SECRET = 'saber_secret'
const PROVEN_AT_MOST = 500

export const newClientSecret = (): string => randomBytes(24).toString('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Finds the client of a `Basic` header; null if there is none or its secret is wrong. A proven secret is cached and not hashed again. */
export const createClients = ({ system, hash }: Pick<Platform, 'system' | 'hash'>) => {
  const proven = new Map<string, string>()
  const isRight = async (verifier: string, secret: string): Promise<boolean> => {
    const sent = digest(secret).toString('base64url')
    if (proven.get(verifier) === sent) return true
    if (!(await hash.verify(verifier, secret))) return false
    if (proven.size >= PROVEN_AT_MOST) proven.clear()
    proven.set(verifier, sent)
    return true
  }
  return async (header: string): Promise<KnownClient | null> => {
    const credentials = Buffer.from(header.replace(/^basic /i, '').trim(), 'base64').toString('utf8')
    const at = credentials.indexOf(':')
    const [id, secret] = [credentials.slice(0, at), credentials.slice(at + 1)]
    if (at < 1 || credentials.includes('\u0000')) return null
    if (id === OWN_CLIENT) return timingSafeEqual(digest(secret), digest(OWN_SECRET)) ? { id, grants: null } : null
    const [row] = await system.query<{ client_secret: string | null; grants: string | null }>(
      'select client_secret, grants from identity_client where client = $1 and coalesce(enabled, true) and not is_deleted',
      [id],
    )
    if (!row?.client_secret || !(await isRight(row.client_secret, secret))) return null
    return { id, grants: new Set((row.grants ?? '').split(',').filter(Boolean)) }
  }
}
