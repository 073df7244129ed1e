import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { arrayOf, createVault, type Platform, type Query } from '@lamplight/server-kit'
import { claimCodeOf, claimHashOf } from './claim-code.ts'

const OURS = 'sha256:'
const USE = 'devices.secret'
/** Slow hashes that are worked out at the same time, and how many more may wait for it. */
const SLOW_AT_ONCE = 2
const SLOW_WAITING = 200

/** What is kept of a secret; `hash` and `quick` are empty where only a claim code is known. */
export interface Kept {
  readonly hash: string
  readonly quick: string
  readonly claim: string
}
/** `secret` and `claim`: the given secret fits, by its hash or by the claim code that belongs to it. `later`: too many wait for the slow hash. */
export type Fit = 'secret' | 'claim' | 'later' | null

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')
const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** A secret that we make: 256 random bits, 43 characters. */
const newSecret = (): string => randomBytes(32).toString('base64url')

/** Its stored form: a fast hash does for 256 random bits, and 2,500 gateways may come back at once. */
const hashOfNew = (secret: string): string => OURS + digest(secret)

/** Runs few at a time; undefined when too many wait already. */
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
 * Secrets of gateways. Those that we make are kept as SHA-256. Those that gateways bring may be weak: they are kept as argon2id, and beside it as a
 * digest with the key of the vault, which answers in microseconds. So a wrong secret costs nothing and a right one never queues behind wrong ones;
 * the slow hash is asked only where the digest was made with another key or is missing.
 */
export const createCredentials = (platform: Platform) => {
  const vault = createVault(platform)
  const slowly = createQueue()
  const quickOf = (sn: string, secret: string): Promise<string> => vault.digest(`${sn}\n${secret}`, USE)
  return {
    /** What is kept of a secret that a gateway brought. */
    keep: async (sn: string, secret: string): Promise<Kept> => ({
      hash: await platform.hash.make(secret),
      quick: await quickOf(sn, secret),
      claim: claimHashOf(claimCodeOf(sn, secret)) ?? '',
    }),
    /** Does the secret fit, and was it compared by the slow hash (`stale`: what is kept should be written anew)? */
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

/** Stores new secrets for gateways by id, in place of those they had; answers them in the same order. Nobody can read them again. */
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

/** From now on only the secret opens the gateway to which this claim code belongs. `claim` as `claimHashOf` makes it. */
export const expectClaim = async (query: Query, gatewayId: string, claim: string): Promise<void> => {
  await query(
    `insert into devices_credential (gateway_id, claim) values ($1, $2)
     on conflict (gateway_id) do update set hash = '', quick = '', claim = excluded.claim, virtual = false, first_ip = '', create_time = now()`,
    [gatewayId, claim],
  )
}
