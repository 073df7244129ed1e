import type { Platform } from '@lamplight/server-kit'
import { columns } from './arrays.ts'
import { createCombiner } from './combiner.ts'
import type { Taken } from './ledger-types.ts'
import { RELEASE } from './ledger-work.ts'
import { type BatchOrder, messagesOf } from './messages.ts'
import type { Writer } from './writer.port.ts'

const PUBLISH_MS = 10_000
/** For so long another process leaves the gateway alone. Short: it is all that a killed process leaves in the way. */
const LEASE_MS = 2000

/** What is to be published to one gateway for one batch: serial numbers by head, in their order. */
export interface Claim {
  readonly order: BatchOrder
  readonly gatewaySn: string
  readonly heads: readonly (readonly [head: number, sns: readonly string[]])[]
}

/**
 * `$1` now, `$2` next try, `$3` end of the lease, `$4` owner, `$5` how many. Older batches first; a gateway that another process
 * publishes to is left alone.
 */
const CLAIM = `with due as (
  select w.batch_id, w.gateway_sn from control_work w
  join devices_gateway g on g.sn = w.gateway_sn and g.online and not g.is_deleted
  where w.send_at <= $1::timestamptz and w.expire_at > $1::timestamptz and w.device_ids is null
    and not exists (select from control_work o
      where o.gateway_sn = w.gateway_sn and o.busy_until > $1::timestamptz and o.owner <> $4)
  order by w.batch_id, w.gateway_sn limit $5 for update of w skip locked
)
update control_work w set send_at = $2::timestamptz, busy_until = $3::timestamptz, owner = $4
from due where w.batch_id = due.batch_id and w.gateway_sn = due.gateway_sn
returning w.batch_id::text as batch_id, w.gateway_sn`

const READ = `select c.batch_id::text as batch_id, c.gateway_sn, b.command, b.level, b.until, b.expire_at,
    coalesce(array_agg(i.sn) filter (where i.sn is not null), '{}') as sns, coalesce(array_agg(i.head) filter (where i.sn is not null), '{}') as heads
  from unnest($1::bigint[], $2::text[]) as c (batch_id, gateway_sn)
  join control_batch b on b.id = c.batch_id
  left join control_item i on i.batch_id = c.batch_id and i.gateway_sn = c.gateway_sn and i.rung < 2 and i.status <= 1
  group by c.batch_id, c.gateway_sn, b.command, b.level, b.until, b.expire_at`

const byPlace = (a: Taken, b: Taken): number =>
  a.batch_id === b.batch_id ? (a.gateway_sn < b.gateway_sn ? -1 : 1) : BigInt(a.batch_id) < BigInt(b.batch_id) ? -1 : 1

/** Serial numbers by head, each in the order of the database (bytes; they are ASCII). */
const claimOf = (row: Taken): Claim => {
  const heads = new Map<number, string[]>()
  row.sns.forEach((sn, at) => {
    const head = row.heads[at] ?? 0
    const sns = heads.get(head)
    if (sns) sns.push(sn)
    else heads.set(head, [sn])
  })
  for (const sns of heads.values()) sns.sort()
  const { batch_id: id, command, level } = row
  const order = { id, command, level, until: row.until?.getTime() ?? null, expireAt: row.expire_at.getTime() }
  return { order, gatewaySn: row.gateway_sn, heads: [...heads].sort(([a], [b]) => a - b) }
}

/** The ledger as an outbox: what waits to be published, claimed for a while. */
export const createOutbox = (given: { platform: Platform; writer: Writer; owner: string }) => {
  const { writer, owner } = given
  const { system, mqtt, clock, log } = given.platform
  const resendMs = writer.ledger.times.resend * 1000

  /** Ends leases; with nothing left to send, the sending too. */
  const released = createCombiner<Claim>({
    most: 1000,
    write: async (claims) => {
      const rows = columns(
        claims,
        (claim) => claim.order.id,
        (claim) => claim.gatewaySn,
        (claim) => claim.heads.length === 0,
      )
      const batches = claims.map((claim) => claim.order.id)
      await system.tx((query) => writer.ledger.work(query, batches, RELEASE, [...rows, owner]))
    },
  })

  return {
    /** Lays out the devices of at most `most` gateways; answers how many and, to `take`, claims for those that can be published to now. */
    unpack: async (most: number, take: boolean): Promise<{ n: number; claims: Claim[] }> => {
      const now = clock.now()
      const lease = { owner: take ? owner : null, now: new Date(now), next: new Date(now + resendMs), until: new Date(now + LEASE_MS) }
      const { n, taken } = await writer.write((query) => writer.ledger.laidOut(query, most, lease))
      return { n, claims: taken.map(claimOf) }
    },

    /** Claims what is due again, or for gateways that came back; older batches first. */
    claim: async (most: number): Promise<Claim[]> => {
      const now = clock.now()
      const due = await system.query<{ batch_id: string; gateway_sn: string }>(CLAIM, [
        new Date(now),
        new Date(now + resendMs),
        new Date(now + LEASE_MS),
        owner,
        most,
      ])
      if (due.length === 0) return []
      const rows = await system.query<Taken>(
        READ,
        columns(
          due,
          (work) => work.batch_id,
          (work) => work.gateway_sn,
        ),
      )
      return rows.sort(byPlace).map(claimOf)
    },

    /** Publishes a claim; each message the gateway takes moves its devices to `sent`. Rejects when the gateway does not take one. */
    publish: async (claim: Claim): Promise<void> => {
      const { order, gatewaySn, heads } = claim
      try {
        for (const [head, sns] of heads)
          for (const message of messagesOf(order, head, sns)) {
            await mqtt.publish(gatewaySn, 'command', JSON.stringify(message), PUBLISH_MS)
            const range = { batchId: order.id, gatewaySn, head, first: message.sns[0]!, last: message.sns.at(-1)!, at: clock.now() }
            writer.sent(range, message.sns).catch((why: unknown) => log.warn('sent was not written', { why: String(why) }))
          }
      } finally {
        released.add([claim]).catch((why: unknown) => log.warn('a lease was not given back', { why: String(why) }))
      }
    },

    /** A gateway is back, over a new connection: what waits for it is due, whoever had it in hand. True when something does. */
    wake: async (gatewaySn: string): Promise<boolean> => {
      const now = new Date(clock.now())
      const waiting = await system.query<{ id: string }>(
        'select batch_id::text as id from control_work where gateway_sn = $1 and send_at is not null',
        [gatewaySn],
      )
      if (waiting.length === 0) return false
      await system.tx((query) =>
        writer.ledger.work(
          query,
          waiting.map((row) => row.id),
          'update control_work set send_at = least(send_at, $2), busy_until = null where gateway_sn = $1 and send_at is not null',
          [gatewaySn, now],
        ),
      )
      return true
    },

    /** Resolves when no lease is being given back. */
    idle: released.idle,
  }
}
