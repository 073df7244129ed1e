import { isIPv6 } from 'node:net'
import type { Platform } from '@lamplight/server-kit'

export const accountKey = (tenantId: string, account: string): string => `account:${tenantId}:${account}`
/** Guesses from a device the account signed in from before. */
export const deviceKey = (userId: string, deviceId: string): string => `device:${userId}:${deviceId}`
/** Guesses of the old password by whoever holds a session. */
export const ownKey = (userId: string): string => `own:${userId}`
/** Guesses of the second factor of a user. */
export const factorKey = (userId: string): string => `factor:${userId}`
/** What an address may do without signing in, such as asking for codes. */
export const openKey = (what: string, ip: string): string => `${what}:${addressKey(ip)}`

const groupsOf = (ip: string): string[] => {
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  if (tail === undefined) return left
  const right = tail.split(':').filter(Boolean)
  return [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
}
/** One key per IPv4 address, and per /64 of IPv6, for a subscriber has that many of them. */
export const addressKey = (ip: string): string => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return `address:${plain}`
  const prefix = groupsOf(plain)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `address:${prefix.join(':')}::/64`
}

/**
 * Counts failed sign-ins (wire-contract.md 3.1): so many within the lock time lock the key for that time. The count is in the
 * database, so that all processes share it.
 */
export const createLocks = ({ system, clock, config }: Pick<Platform, 'system' | 'clock' | 'config'>) => {
  const minutes = config.number('LOGIN_LOCK_MINUTES', 30)
  return {
    limits: {
      account: config.number('LOGIN_LOCK_FAILURES', 5),
      address: config.number('LOGIN_ADDRESS_FAILURES', 5),
    },
    /** Which of `keys` are locked now. */
    locked: async (keys: readonly string[]): Promise<Set<string>> => {
      const rows = await system.query<{ key: string }>('select key from identity_lock where key = any($1) and locked_until > $2', [
        keys,
        new Date(clock.now()),
      ])
      return new Set(rows.map(({ key }) => key))
    },
    /**
     * Counts an attempt before it is looked at, so that no burst outruns the count, not even one spread over several processes: the
     * attempt that reaches `limit` is the last one looked at. False: locked. Who was right clears the count.
     */
    take: async (key: string, limit: number): Promise<boolean> => {
      const now = new Date(clock.now())
      const until = new Date(clock.now() + minutes * 60_000)
      const since = new Date(clock.now() - minutes * 60_000)
      const taken = await system.query(
        `insert into identity_lock as l (key, failures, last_at, locked_until)
         values ($1, 1, $2, case when $4 <= 1 then $3::timestamptz end)
         on conflict (key) do update set
           failures = case when l.last_at < $5 or l.locked_until <= $2 then 1 else l.failures + 1 end,
           last_at = $2,
           locked_until = case when (case when l.last_at < $5 or l.locked_until <= $2 then 1 else l.failures + 1 end) >= $4 then $3::timestamptz end
         where l.locked_until is null or l.locked_until <= $2
         returning key`,
        [key, now, until, limit, since],
      )
      return taken.length > 0
    },
    clear: async (keys: readonly string[]): Promise<void> => {
      await system.query('delete from identity_lock where key = any($1)', [keys])
    },
    /** How many failures count against each of these people, by id; their known devices left out. */
    against: async (people: readonly { id: string; tenantId: string; account: string }[]): Promise<Map<string, number>> => {
      const rows = await system.query<{ id: string; n: number }>(
        `select who.id, max(l.failures)::int as n from unnest($1::text[], $2::text[]) who (id, key) join identity_lock l on l.key = who.key group by who.id`,
        [
          people.flatMap(({ id }) => [id, id, id]),
          people.flatMap(({ id, tenantId, account }) => [accountKey(tenantId, account), ownKey(id), factorKey(id)]),
        ],
      )
      return new Map(rows.map(({ id, n }) => [id, n]))
    },
    /** Forgets what counts against these people, their known devices included. */
    lift: async (people: readonly { id: string; tenantId: string; account: string }[]): Promise<void> => {
      await system.query(
        `delete from identity_lock where key = any($1) or key = any($2) or (key like 'device:%' and split_part(key, ':', 2) = any($3))`,
        [
          people.map(({ tenantId, account }) => accountKey(tenantId, account)),
          people.flatMap(({ id }) => [ownKey(id), factorKey(id)]),
          people.map(({ id }) => id),
        ],
      )
    },
    /** Forgets counts that count no more. */
    expire: async (): Promise<void> => {
      await system.query('delete from identity_lock where last_at < $1 and (locked_until is null or locked_until < $2)', [
        new Date(clock.now() - minutes * 60_000),
        new Date(clock.now()),
      ])
    },
  }
}
export type Locks = ReturnType<typeof createLocks>
