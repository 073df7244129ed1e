import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { arrayOf, type Platform, type Query } from '@lamplight/server-kit'

const OURS = 'sha256:'
const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A secret that we make: 256 random bits, 43 characters. */
const newSecret = (): string => randomBytes(32).toString('base64url')

/** Its stored form: a fast hash does for 256 random bits, and 2,500 gateways may come back at once. */
const hashOfNew = (secret: string): string => OURS + digest(secret)

/** Does `secret` fit a stored hash? Ours are compared at once; those that gateways brought are argon2id and slow, so what fitted is remembered. */
export const createVerifier = ({ verify }: Platform['hash']) => {
  const fitted = new Map<string, string>()
  return async (gateway: string, hash: string, secret: string): Promise<boolean> => {
    const given = digest(secret)
    if (hash.startsWith(OURS)) {
      const stored = Buffer.from(hash.slice(OURS.length))
      return stored.length === given.length && timingSafeEqual(stored, Buffer.from(given))
    }
    const mark = `${hash} ${given}`
    if (fitted.get(gateway) === mark) return true
    if (hash === '' || !(await verify(hash, secret))) return false
    if (fitted.size >= 100_000) fitted.clear()
    fitted.set(gateway, mark)
    return true
  }
}

/** Stores new secrets for gateways by id, in place of those they had; answers them in the same order. Nobody can read them again. */
export const issueSecrets = async (query: Query, gatewayIds: readonly string[], virtual: boolean): Promise<string[]> => {
  const secrets = gatewayIds.map(newSecret)
  await query(
    `insert into devices_credential (gateway_id, hash, virtual)
     select id, hash, $3 from unnest($1::bigint[], $2::text[]) as n(id, hash)
     on conflict (gateway_id) do update set hash = excluded.hash, virtual = excluded.virtual, first_ip = '', create_time = now()`,
    [arrayOf(gatewayIds), arrayOf(secrets.map(hashOfNew)), virtual],
  )
  return secrets
}
