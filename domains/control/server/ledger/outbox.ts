import type { Platform } from '@lamplight/server-kit'
import { createAttacher } from '../dispatch/attachments.ts'
import { driverFinder } from '../dispatch/drivers.port.ts'
import { driversPort } from '../dispatch/drivers-ports.ts'
import { type BatchOrder, messagesOf } from '../dispatch/messages.ts'
import { createSecretReader } from '../params/param-secrets.ts'
import { createCombiner } from './combiner.ts'
import { LANE, type Lane } from './lane.ts'
import type { PackToSend } from './ledger-types.ts'
import { RELEASE } from './ledger-work.ts'
import { BY_KEY } from './movements.ts'
import { keyOf, loadPacks, placeColumns, placesOf } from './pack.ts'
import { CLAIM, CLAIM_ROUTES, DUE_ROUTES, TO_DO } from './packing.ts'
import type { Writer } from './writer.port.ts'

const PUBLISH_MS = 10_000
/** Length of a lease on a gateway, ms. It is short, because the lease of a killed process blocks the gateway until it expires. */
export const LEASE_MS = 2000
/** A device below this rung is sent to again. */
const SENT = 1
const ANSWERED = 2
/** Ended leases are collected for this time and written together, ms. */
const GATHER_MS = 200

/** What must be published to one gateway for one batch: serial numbers by head, in their order. */
export interface Claim {
  readonly order: BatchOrder
  readonly gatewaySn: string
  readonly heads: readonly (readonly [head: number, sns: readonly string[]])[]
}

/** Whether there is work to open and to send again, by lane; and work to end, or to check. */
export interface ToDo {
  readonly fresh: readonly Lane[]
  readonly due: readonly Lane[]
  readonly overdue: boolean
  readonly look: boolean
}

/** Groups the serial numbers by head, each in database order (bytes; they are ASCII). */
const claimOf = (taken: PackToSend): Claim => {
  const heads = new Map<number, string[]>()
  taken.sns.forEach((sn, at) => {
    const head = taken.heads[at] ?? 0
    const sns = heads.get(head)
    if (sns) sns.push(sn)
    else heads.set(head, [sn])
  })
  for (const sns of heads.values()) sns.sort()
  const { batchId: id, command, level, until, deviceType, cmd, args, expireAt } = taken
  return {
    order: { id, command, level, until, deviceType, cmd, args, expireAt },
    gatewaySn: taken.gatewaySn,
    heads: [...heads].sort(([a], [b]) => a - b),
  }
}
const byBatch = (a: Claim, b: Claim): number => (a.order.id === b.order.id ? 0 : BigInt(a.order.id) < BigInt(b.order.id) ? -1 : 1)

/** The ledger as an outbox: work that waits to be published, claimed by leases. */
export const createOutbox = (options: { platform: Platform; writer: Writer; owner: string }) => {
  const { writer, owner } = options
  const { system, mqtt, clock, log } = options.platform
  const resendMs = writer.ledger.times.resend * 1000
  const lookMs = writer.ledger.times.look * 1000
  const drivers = options.platform.port(driversPort)
  const driverOf = driverFinder(options.platform)
  const secrets = createSecretReader(options.platform)
  const attachedTo = createAttacher(options.platform)

  type DueRow = Omit<PackToSend, 'sns' | 'heads'> & { batch_id: string; gateway_sn: string }
  /** Returns claims of the devices below the rung that `least` returns for their gateway. */
  const claimsOf = async (due: readonly DueRow[], least: (gatewaySn: string) => number): Promise<Claim[]> => {
    if (due.length === 0) return []
    const orders = new Map(due.map((row) => [keyOf({ batchId: row.batch_id, gatewaySn: row.gateway_sn }), row]))
    return (await loadPacks(system.query, placesOf(due), ['sns', 'heads']))
      .map((pack) => {
        const below = least(pack.gatewaySn)
        const silent = pack.items.flatMap(({ rung, status }, at) => (rung < below && status <= 1 ? [at] : []))
        const order = orders.get(keyOf(pack)) as DueRow
        const { batchId, gatewaySn } = pack
        const heads = silent.map((at) => pack.heads()[at] ?? 0)
        return claimOf({ ...order, batchId, gatewaySn, heads, sns: silent.map((at) => pack.sns()[at] ?? '') })
      })
      .sort(byBatch)
  }
  const leaseNow = (): [now: Date, next: Date, until: Date, owner: string] => {
    const now = clock.now()
    return [new Date(now), new Date(now + resendMs), new Date(now + LEASE_MS), owner]
  }

  /** Ends leases; stops the sending if nothing is left to send. */
  const released = createCombiner<Claim>({
    most: 1000,
    gatherMs: GATHER_MS,
    write: async (claims) => {
      const places = claims.map((claim) => ({ batchId: claim.order.id, gatewaySn: claim.gatewaySn }))
      await system.tx(async (query) => {
        // Each batch adds many rows. Until they are analysed, the planner would scan both tables; by key it reads only these rows.
        await Promise.all([query(BY_KEY), query(RELEASE, [...placeColumns(places), owner])])
      })
    },
  })

  return {
    toDo: async (): Promise<ToDo> => {
      const [row] = await system.query<ToDo>(TO_DO, [new Date(clock.now())])
      return row ?? { fresh: [], due: [], overdue: false, look: false }
    },

    /** Opens at most `most` gateways of a lane. Returns their number and, if `take` is true, claims of those that can be published to now. */
    open: async (
      most: number,
      take: boolean,
      from: 'newest' | 'oldest',
      lane: Lane = LANE.operators,
    ): Promise<{ n: number; claims: Claim[] }> => {
      const now = clock.now()
      const after = (ms: number): Date => new Date(now + ms)
      const lease = { owner: take ? owner : null, now: after(0), next: after(resendMs), until: after(LEASE_MS), look: after(lookMs) }
      const { n, taken } = await writer.write((query) => writer.ledger.opened(query, most, lease, from, lane))
      return { n, claims: taken.map(claimOf) }
    },

    /** Claims work of a lane that is due, also for gateways that reconnected; older batches first. */
    claim: async (most: number, lane: Lane = LANE.operators): Promise<Claim[]> =>
      claimsOf(await system.query<DueRow>(CLAIM, [...leaseNow(), most, lane]), () => ANSWERED),

    /** The same for routes to which their drivers can send now; one batch per route. */
    claimRoutes: async (): Promise<Claim[]> => {
      const due = await system.query<{ gateway_sn: string }>(DUE_ROUTES, [new Date(clock.now())])
      const free = drivers.free(due.map((row) => row.gateway_sn))
      if (free.length === 0) return []
      return claimsOf(await system.query<DueRow>(CLAIM_ROUTES, [...leaseNow(), free]), (route) =>
        driverOf(route)?.dedupes ? ANSWERED : SENT,
      )
    },

    /** Publishes a claim, after the message that its value needs; each message that the gateway accepts moves its devices to `sent`. Rejects if the gateway does not accept one. */
    publish: async (claim: Claim): Promise<void> => {
      const { order, gatewaySn, heads } = claim
      try {
        const attached = await attachedTo(order.cmd, order.args)
        if (attached) await mqtt.publish(gatewaySn, attached.kind, attached.text, PUBLISH_MS)
        const opened = { ...order, args: await secrets.opened(order.cmd, order.args) }
        for (const [head, sns] of heads)
          for (const message of messagesOf(opened, head, sns)) {
            await mqtt.publish(gatewaySn, 'command', JSON.stringify(message), PUBLISH_MS)
            const sent = { batchId: order.id, gatewaySn, sns: message.sns, at: clock.now() }
            writer.sent(sent).catch((why: unknown) => log.warn('sent was not written', { why: String(why) }))
          }
      } finally {
        released.add([claim]).catch((why: unknown) => log.warn('a lease was not given back', { why: String(why) }))
      }
    },

    /**
     * Makes waiting work due after gateways reconnected, even if another process holds the lease (except routes of drivers, whose devices may
     * execute a command twice). With null this process's connection to the broker is back: leases of other processes then stay. Work leased
     * after `at` (epoch ms, time of the reconnect) stays as it is, because another process may have received the event first; so does work that
     * is being opened meanwhile, whose batch is not locked. Resolves with true if work waits.
     */
    wake: async (gatewaySns: readonly string[] | null, at: number = clock.now()): Promise<boolean> => {
      const now = new Date(clock.now())
      const [which, named] = gatewaySns
        ? [
            `gateway_sn = any($2::text[]) and (busy_until is null or busy_until <= $3::timestamptz or position('/' in gateway_sn) = 0)`,
            [gatewaySns, now],
          ]
        : ['(busy_until is null or busy_until <= $2::timestamptz or owner = $3)', [now, owner]]
      const waits = `send_at <= $1 and not fresh and ${which}`
      const parameters = [new Date(at + resendMs), ...named]
      const waiting = await system.query<{ id: string }>(
        `select distinct batch_id::text as id from control_work where ${waits}`,
        parameters,
      )
      if (waiting.length === 0) return false
      const ids = waiting.map((row) => row.id)
      await system.tx((query) =>
        writer.ledger.work(
          query,
          ids,
          `update control_work set send_at = least(send_at, $${parameters.length + 1}), busy_until = null
           where batch_id = any($${parameters.length + 2}::bigint[]) and ${waits}`,
          [...parameters, now, ids],
        ),
      )
      return true
    },

    /** Resolves when all ended leases have been written. */
    idle: released.idle,
  }
}
