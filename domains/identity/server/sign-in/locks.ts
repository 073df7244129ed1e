import { isIPv6 } from 'node:net'
import type { Platform } from '@lamplight/server-kit'

export const accountKey = (tenantId: string, account: string): string => `account:${tenantId}:${account}`
/** Key for code guesses per phone. It differs from the account's key, which would reveal the account with that phone. */
export const phoneKey = (tenantId: string, phone: string): string => `phone:${tenantId}:${phone}`
/** Key of a pass after an administrator's unlock: while it is valid, locks of addresses do not apply to this user. */
export const passKey = (userId: string): string => `pass:${userId}`
/** Key for guesses from a device from which the account has signed in before. */
export const deviceKey = (userId: string, deviceId: string): string => `device:${userId}:${deviceId}`
/** Key for guesses of the present password within a session. */
export const ownKey = (userId: string): string => `own:${userId}`
/** Key for guesses of a user's second factor. */
export const factorKey = (userId: string): string => `factor:${userId}`
/** Key for public calls of an address, such as requests for codes. */
export const openKey = (what: string, ip: string): string => `${what}:${addressKey(ip)}`

const groupsOf = (ip: string): string[] => {
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  if (tail === undefined) return left
  const right = tail.split(':').filter(Boolean)
  return [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
}
/** One key per IPv4 address and per IPv6 /64, because a subscriber has that many addresses. */
export const addressKey = (ip: string): string => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return `address:${plain}`
  const prefix = groupsOf(plain)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `address:${prefix.join(':')}::/64`
}

/** A counted attempt: attempts left before the lock (0: this attempt caused it), and the end of the lock. */
export interface Counted {
  readonly left: number
  readonly until: Date | null
}

interface Person {
  readonly id: string
  readonly tenantId: string
  readonly account: string
}
/**
 * Counts failed sign-ins (wire-contract.md 3.1): `limit` failures within the lock time lock the key for that time. The counts are in
 * the database, so that all processes share them.
 */
export const createLocks = ({ system, clock, config }: Pick<Platform, 'system' | 'clock' | 'config'>) => {
  const minutes = config.number('LOGIN_LOCK_MINUTES', 30)
  /**
   * Counts an attempt before it is checked, so that no burst can bypass the count, not even one over several processes: the attempt that reaches
   * `limit` is the last one checked. Null: already locked. A correct attempt clears the count.
   */
  const count = async (key: string, limit: number, userId: string | null = null): Promise<Counted | null> => {
    const now = new Date(clock.now())
    const until = new Date(clock.now() + minutes * 60_000)
    const since = new Date(clock.now() - minutes * 60_000)
    const over = '(l.first_at < $5 or l.locked_until <= $2)'
    const failures = `case when ${over} then 1 else l.failures + 1 end`
    const [row] = await system.query<{ failures: number; until: Date | null }>(
      `insert into identity_lock as l (key, failures, first_at, last_at, locked_until, user_id)
       values ($1, 1, $2, $2, case when $4 <= 1 then $3::timestamptz end, $6)
       on conflict (key) do update set
         failures = ${failures},
         first_at = case when ${over} then $2 else l.first_at end,
         last_at = $2,
         locked_until = case when ${failures} >= $4 then $3::timestamptz end,
         user_id = $6
       where l.locked_until is null or l.locked_until <= $2
       returning failures, locked_until as until`,
      [key, now, until, limit, since, userId],
    )
    return row ? { left: Math.max(0, limit - row.failures), until: row.until } : null
  }
  return {
    /** Duration of a lock, minutes. */
    minutes,
    count,
    /** Like `count`, without the number of attempts left. False: already locked. */
    take: async (key: string, limit: number, userId: string | null = null): Promise<boolean> => (await count(key, limit, userId)) !== null,
    limits: {
      account: config.number('LOGIN_LOCK_FAILURES', 5),
      /** High, because one address may be a whole control room. It stops the trial of one password on many accounts. */
      address: config.number('LOGIN_ADDRESS_FAILURES', 100),
    },
    /** Returns those of `keys` that are locked (a pass: valid) now, with the end time. */
    locked: async (keys: readonly string[]): Promise<Map<string, Date>> => {
      const rows = await system.query<{ key: string; until: Date }>(
        'select key, locked_until as until from identity_lock where key = any($1) and locked_until > $2',
        [keys, new Date(clock.now())],
      )
      return new Map(rows.map(({ key, until }) => [key, until]))
    },
    clear: async (keys: readonly string[]): Promise<void> => {
      await system.query('delete from identity_lock where key = any($1)', [keys])
    },
    /** Number of failures of each user, by id, without those from known devices. */
    against: async (people: readonly Person[]): Promise<Map<string, number>> => {
      const rows = await system.query<{ id: string; n: number }>(
        `select user_id as id, max(failures)::int as n from identity_lock
         where user_id = any($1) and split_part(key, ':', 1) <> 'device' group by user_id`,
        [people.map(({ id }) => id)],
      )
      return new Map(rows.map(({ id, n }) => [id, n]))
    },
    /**
     * Deletes all counts of these users, and exempts them from locks of addresses for the lock time. The address stays locked for others: its
     * failures may be guesses at accounts of another tenant, which this administrator must not clear.
     */
    lift: async (people: readonly Person[]): Promise<void> => {
      const ids = people.map(({ id }) => id)
      await system.query('delete from identity_lock where user_id = any($1) or key = any($2)', [
        ids,
        people.map(({ tenantId, account }) => accountKey(tenantId, account)),
      ])
      await system.query(
        `insert into identity_lock (key, failures, first_at, last_at, locked_until, user_id)
         select 'pass:' || id, 0, $2, $2, $3, id from unnest($1::bigint[]) id
         on conflict (key) do update set locked_until = excluded.locked_until`,
        [ids, new Date(clock.now()), new Date(clock.now() + minutes * 60_000)],
      )
    },
    /** Deletes counts that have expired. */
    expire: async (): Promise<void> => {
      await system.query('delete from identity_lock where first_at < $1 and (locked_until is null or locked_until < $2)', [
        new Date(clock.now() - minutes * 60_000),
        new Date(clock.now()),
      ])
    },
  }
}
export type Locks = ReturnType<typeof createLocks>
