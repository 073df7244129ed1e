import type { Platform } from '@lamplight/server-kit'
import { columns } from './arrays.ts'
import { createCombiner } from './combiner.ts'
import { RELEASE } from './ledger-work.ts'
import { type BatchOrder, messagesOf } from './messages.ts'
import type { Writer } from './writer.port.ts'

const PUBLISH_MS = 10_000
const UNPACK_AT_ONCE = 60

/** What is to be published to one gateway for one batch: serial numbers by head, in their order. */
export interface Claim {
  readonly order: BatchOrder
  readonly gatewaySn: string
  readonly heads: readonly (readonly [head: number, sns: readonly string[]])[]
}

interface ClaimRow {
  readonly batch_id: string
  readonly gateway_sn: string
  readonly command: number
  readonly level: number | null
  readonly until: Date | null
  readonly expire_at: Date
  readonly head: number | null
  readonly sns: string[] | null
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

const READ = `select c.batch_id::text as batch_id, c.gateway_sn, b.command, b.level, b.until, b.expire_at, i.head,
    array_agg(i.sn order by i.sn) filter (where i.sn is not null) as sns
  from unnest($1::bigint[], $2::text[]) as c (batch_id, gateway_sn)
  join control_batch b on b.id = c.batch_id
  left join control_item i on i.batch_id = c.batch_id and i.gateway_sn = c.gateway_sn and i.rung < 2 and i.status <= 1
  group by c.batch_id, c.gateway_sn, b.command, b.level, b.until, b.expire_at, i.head
  order by c.batch_id, c.gateway_sn`

const claimsOf = (rows: readonly ClaimRow[]): Claim[] => {
  const claims = new Map<string, { order: BatchOrder; gatewaySn: string; heads: [number, string[]][] }>()
  for (const row of rows) {
    const key = `${row.batch_id} ${row.gateway_sn}`
    const order = {
      id: row.batch_id,
      command: row.command,
      level: row.level,
      until: row.until?.getTime() ?? null,
      expireAt: row.expire_at.getTime(),
    }
    const claim = claims.get(key) ?? { order, gatewaySn: row.gateway_sn, heads: [] }
    if (row.sns && row.head !== null) claim.heads.push([row.head, row.sns])
    claims.set(key, claim)
  }
  return [...claims.values()]
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
    /** Lays out the devices of some gateways; answers of how many. */
    unpack: async (): Promise<number> => (await writer.write((query) => writer.ledger.laidOut(query, UNPACK_AT_ONCE))).n,

    claim: async (most: number): Promise<Claim[]> => {
      const now = clock.now()
      const due = await system.query<{ batch_id: string; gateway_sn: string }>(CLAIM, [
        new Date(now),
        new Date(now + resendMs),
        new Date(now + PUBLISH_MS),
        owner,
        most,
      ])
      if (due.length === 0) return []
      return claimsOf(await system.query<ClaimRow>(READ, [due.map((work) => work.batch_id), due.map((work) => work.gateway_sn)]))
    },

    /** Publishes a claim; each message the gateway takes moves its devices to `sent`. Rejects when the gateway does not take one. */
    publish: async (claim: Claim): Promise<void> => {
      const { order, gatewaySn, heads } = claim
      try {
        for (const [head, sns] of heads)
          for (const message of messagesOf(order, head, sns)) {
            await mqtt.publish(gatewaySn, 'command', JSON.stringify(message), PUBLISH_MS)
            const range = { batchId: order.id, gatewaySn, head, first: message.sns[0]!, last: message.sns.at(-1)!, at: clock.now() }
            writer.sent(range).catch((why: unknown) => log.warn('sent was not written', { why: String(why) }))
          }
      } finally {
        released.add([claim]).catch((why: unknown) => log.warn('a lease was not given back', { why: String(why) }))
      }
    },

    /** A gateway is back: what waits for it is due. True when something does. */
    wake: async (gatewaySn: string): Promise<boolean> => {
      const now = new Date(clock.now())
      const waiting = await system.query<{ id: string }>(
        'select batch_id::text as id from control_work where gateway_sn = $1 and send_at > $2',
        [gatewaySn, now],
      )
      if (waiting.length === 0) return false
      await system.tx((query) =>
        writer.ledger.work(
          query,
          waiting.map((row) => row.id),
          'update control_work set send_at = $2 where gateway_sn = $1 and send_at > $2',
          [gatewaySn, now],
        ),
      )
      return true
    },

    /** Resolves when no lease is being given back. */
    idle: released.idle,
  }
}
