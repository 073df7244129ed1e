import { createHash, randomBytes } from 'node:crypto'
import type { Platform } from '@lamplight/server-kit'

/** Kinds of processes with two steps, of which the first is done. */
export type ChallengeKind = 'factor' | 'passkey' | 'oidc' | 'oauth'
export interface Challenge<T> {
  readonly tenantId: string
  readonly value: T
}

const hashed = (kind: ChallengeKind, key: string): string => createHash('sha256').update(`${kind}:${key}`).digest('base64url')

/** One-time keys, stored as hashes: the holder of a key can take the second step once, until it expires. */
export const createChallenges = ({ system, clock }: Pick<Platform, 'system' | 'clock'>) => {
  const one = async <T>(sql: string, kind: ChallengeKind, key: string, more: readonly unknown[] = []): Promise<Challenge<T> | null> => {
    const [row] = await system.query<{ tenant_id: string; value: T }>(sql, [hashed(kind, key), new Date(clock.now()), ...more])
    return row ? { tenantId: row.tenant_id, value: row.value } : null
  }
  return {
    /** Makes a new key, valid for `ms`. */
    make: async (kind: ChallengeKind, tenantId: string, value: object, ms: number): Promise<string> => {
      const key = randomBytes(24).toString('base64url')
      await system.query('insert into identity_challenge (key, tenant_id, kind, value, expires_at) values ($1, $2, $3, $4, $5)', [
        hashed(kind, key),
        tenantId,
        kind,
        JSON.stringify(value),
        new Date(clock.now() + ms),
      ])
      return key
    },
    look: <T>(kind: ChallengeKind, key: string) =>
      one<T>('select tenant_id, value from identity_challenge where key = $1 and expires_at > $2', kind, key),
    /** Returns the challenge and deletes its key; null if the key is unknown or has expired. */
    take: <T>(kind: ChallengeKind, key: string) =>
      one<T>('delete from identity_challenge where key = $1 and expires_at > $2 returning tenant_id, value', kind, key),
    /** Counts a guess before it is checked; null after `limit` guesses. */
    guess: <T>(kind: ChallengeKind, key: string, limit: number) =>
      one<T>(
        'update identity_challenge set tries = tries + 1 where key = $1 and expires_at > $2 and tries < $3 returning tenant_id, value',
        kind,
        key,
        [limit],
      ),
    put: async (kind: ChallengeKind, key: string, value: object): Promise<void> => {
      await system.query('update identity_challenge set value = $2 where key = $1', [hashed(kind, key), JSON.stringify(value)])
    },
    expire: async (): Promise<void> => {
      await system.query('delete from identity_challenge where expires_at <= $1', [new Date(clock.now())])
    },
  }
}
export type Challenges = ReturnType<typeof createChallenges>
