import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { arrayOf, createVault, type Platform, type Query } from '@lamplight/server-kit'
import { claimCodeOf, claimHashOf } from './claim-code.ts'

const OURS = 'sha256:'
const USE = 'devices.secret'
/** Slow hashes that run at the same time, and how many more may wait. */
const SLOW_AT_ONCE = 2
const SLOW_WAITING = 200

/** Stored credential of a gateway; `hash` and `quick` are empty if only a claim code is known. */
export interface Kept {
  readonly hash: string
  readonly quick: string
  readonly claim: string
}
/** `secret` or `claim`: the secret matches the stored hash or the claim code. `later`: the queue of the slow hash is full. `null`: no match. */
export type Fit = 'secret' | 'claim' | 'later' | null

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')
const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Makes a secret: 256 random bits, 43 characters. */
const newSecret = (): string => randomBytes(32).toString('base64url')

/** Hash of an issued secret. A fast hash is enough for 256 random bits, and 2,500 gateways may reconnect at once. */
const hashOfNew = (secret: string): string => OURS + digest(secret)

/** Queue that runs few tasks at a time. Returns undefined if too many are waiting. */
const createQueue = () => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (running >= SLOW_AT_ONCE) {
      if (waiting.length >= SLOW_WAITING) return undefined
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

/**
 * Stores and checks the secrets of gateways. Issued secrets are stored as SHA-256. Secrets chosen by gateways may be weak: they are stored as argon2id and
 * also as a digest with the key of the vault, which takes microseconds. The digest refuses a wrong secret quickly, so a right one does not wait behind wrong
 * ones. The slow hash is used only if the digest is missing or was made with another key.
 */
export const createCredentials = (platform: Platform) => {
  const vault = createVault(platform)
  const slowly = createQueue()
  const quickOf = (sn: string, secret: string): Promise<string> => vault.digest(`${sn}\n${secret}`, USE)
  return {
    /** Returns the credential to store for a secret that a gateway has chosen. */
    keep: async (sn: string, secret: string): Promise<Kept> => ({
      hash: await platform.hash.make(secret),
      quick: await quickOf(sn, secret),
      claim: claimHashOf(claimCodeOf(sn, secret)) ?? '',
    }),
    /** Checks the secret; `stale`: verified by the slow hash or the claim code, so store the credential again. */
    fit: async (sn: string, kept: Kept, secret: string): Promise<{ readonly fit: Fit; readonly stale: boolean }> => {
      if (kept.hash.startsWith(OURS)) return { fit: isSame(kept.hash, hashOfNew(secret)) ? 'secret' : null, stale: false }
      if (kept.hash === '') {
        const fits = kept.claim !== '' && isSame(kept.claim, claimHashOf(claimCodeOf(sn, secret)) ?? '')
        return { fit: fits ? 'claim' : null, stale: fits }
      }
      const quick = await quickOf(sn, secret)
      if (kept.quick !== '' && kept.quick.split(':')[0] === quick.split(':')[0])
        return { fit: isSame(kept.quick, quick) ? 'secret' : null, stale: false }
      const fits = await slowly(() => platform.hash.verify(kept.hash, secret))
      return fits === undefined ? { fit: 'later', stale: false } : { fit: fits ? 'secret' : null, stale: fits }
    },
  }
}
export type Credentials = ReturnType<typeof createCredentials>

/** Replaces the secrets of gateways and returns the new ones in the same order. Only hashes are stored, so they cannot be read again. */
export const issueSecrets = async (query: Query, gatewayIds: readonly string[], virtual: boolean): Promise<string[]> => {
  const secrets = gatewayIds.map(newSecret)
  await query(
    `insert into devices_credential (gateway_id, hash, virtual)
     select id, hash, $3 from unnest($1::bigint[], $2::text[]) as n(id, hash)
     on conflict (gateway_id) do update set hash = excluded.hash, virtual = excluded.virtual, first_ip = '', create_time = now(),
       quick = '', claim = ''`,
    [arrayOf(gatewayIds), arrayOf(secrets.map(hashOfNew)), virtual],
  )
  return secrets
}

/** Replaces the credential of a gateway by a claim code: from now on it signs in only with the secret of that code. `claim`: result of `claimHashOf`. */
export const expectClaim = async (query: Query, gatewayId: string, claim: string): Promise<void> => {
  await query(
    `insert into devices_credential (gateway_id, claim) values ($1, $2)
     on conflict (gateway_id) do update set hash = '', quick = '', claim = excluded.claim, virtual = false, first_ip = '', create_time = now()`,
    [gatewayId, claim],
  )
}
