import { arrayOf, type Platform } from '@lamplight/server-kit'
import { notifyConflicts } from '../gateways/tell-conflicts.ts'

const FLUSH_MS = 500
const PRUNE_MS = 60_000
/** Maximum number of rows that wait to be written; further refusals are lost. */
const PENDING = 2000
const KEEP_DAYS = 30
const OF_ONE_NUMBER = 20
const OF_UNKNOWN_NUMBERS = 1000

/**
 * Why a sign-in was refused. `secret`: wrong secret. `claim`: the secret does not match the claim code that was entered. `unpaired`: a person entered the
 * gateway, and neither secret nor claim code is known. `case`: the number is known with other upper or lower case. `short`: a new number with a secret of
 * less than 16 characters. `budget`: too many new numbers. `held`: the number is proven by another tenant's gateway. `names`: user name and client id
 * differ, or there is no password.
 */
export type RefusalReason = 'secret' | 'claim' | 'unpaired' | 'case' | 'short' | 'budget' | 'held' | 'names'

/** Reasons that indicate two devices with one number. `case` counts, or else a device that signs in first in another case would lock out the real one unseen. */
export const DOUBLED: readonly RefusalReason[] = ['secret', 'case']

export interface Refusals {
  readonly keep: (sn: string, ip: string, reason: RefusalReason, at: number) => void
  /** The gateway signed in from another address than before. */
  readonly moved: (gatewayId: string, ip: string, at: number) => void
  readonly stop: () => Promise<void>
}

interface Refused {
  readonly sn: string
  readonly ip: string
  readonly reason: RefusalReason
  readonly first: number
  last: number
  count: number
}

const WRITE = `
insert into devices_refusal as r (gateway_sn, ip, reason, first_at, last_at, count)
select n.sn, n.ip, n.reason, to_timestamp(n.first / 1000), to_timestamp(n.last / 1000), n.count
from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::bigint[]) as n(sn, ip, reason, first, last, count)
on conflict (gateway_sn, ip, reason) do update set last_at = excluded.last_at, count = r.count + excluded.count`
const MOVE = `
update devices_credential c set last_ip = n.ip, last_at = to_timestamp(n.at / 1000)
from unnest($1::bigint[], $2::text[], $3::float8[]) as n(id, ip, at) where c.gateway_id = n.id`
const PRUNE = `
delete from devices_refusal r using (
  select gateway_sn, ip, reason, last_at,
    row_number() over (partition by gateway_sn order by last_at desc) as of_number,
    row_number() over (partition by known order by last_at desc) as of_all, known
  from (select d.*, exists (select from devices_gateway g where g.sn = d.gateway_sn and not g.is_deleted) as known from devices_refusal d) d
) n
where n.gateway_sn = r.gateway_sn and n.ip = r.ip and n.reason = r.reason
  and (n.last_at < now() - $1 * interval '1 day' or n.of_number > $2 or (not n.known and n.of_all > $3))`

/** Stores refused sign-ins and present addresses, collected for a short time: a thousand guesses from one address make one row. */
export const createRefusals = (platform: Platform): Refusals => {
  const { system, log } = platform
  let refused = new Map<string, Refused>()
  let addresses = new Map<string, { ip: string; at: number }>()
  let prunedAt = performance.now()
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    const rows = [...refused.values()]
    const moves = [...addresses]
    refused = new Map()
    addresses = new Map()
    if (rows.length > 0)
      await system.query(WRITE, [
        arrayOf(rows.map(({ sn }) => sn)),
        arrayOf(rows.map(({ ip }) => ip)),
        arrayOf(rows.map(({ reason }) => reason)),
        arrayOf(rows.map(({ first }) => first)),
        arrayOf(rows.map(({ last }) => last)),
        arrayOf(rows.map(({ count }) => count)),
      ])
    const doubled = rows.filter(({ reason }) => DOUBLED.includes(reason)).map(({ sn }) => sn)
    if (doubled.length > 0) await notifyConflicts(platform, doubled)
    if (moves.length > 0)
      await system.query(MOVE, [
        arrayOf(moves.map(([id]) => id)),
        arrayOf(moves.map(([, { ip }]) => ip)),
        arrayOf(moves.map(([, { at }]) => at)),
      ])
    if (rows.length > 0 && performance.now() - prunedAt > PRUNE_MS) {
      prunedAt = performance.now()
      await system.query(PRUNE, [KEEP_DAYS, OF_ONE_NUMBER, OF_UNKNOWN_NUMBERS])
    }
  }
  const flush = (): Promise<void> => {
    writing ??= write()
      .catch((thrown: unknown) => log.error('refused sign-ins not kept', { why: String(thrown) }))
      .finally(() => {
        writing = undefined
      })
    return writing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  return {
    keep: (sn, ip, reason, at) => {
      const key = `${sn} ${ip} ${reason}`
      const known = refused.get(key)
      if (known) {
        known.last = at
        known.count += 1
      } else if (refused.size < PENDING) refused.set(key, { sn, ip, reason, first: at, last: at, count: 1 })
    },
    moved: (gatewayId, ip, at) => {
      addresses.set(gatewayId, { ip, at })
    },
    stop: async () => {
      clearInterval(timer)
      await flush()
      await flush()
    },
  }
}
