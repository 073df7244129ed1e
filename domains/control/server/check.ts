import { readRoute } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import type { Platform } from '@lamplight/server-kit'
import { driverFinder } from './drivers.port.ts'
import { driversPort } from './drivers-ports.ts'
import type { PackKey, Unproven } from './ledger-types.ts'
import { DUE, ONLINE, OVERDUE } from './ledger-work.ts'
import { probesOf } from './messages.ts'
import { keyOf, placesOf } from './pack.ts'
import type { Writer } from './writer.port.ts'

const AT_ONCE = 200
const PUBLISH_MS = 5000
/** Number of gateways whose meters are queried at the same time, and how many more may wait; the rest is found again at its next check. */
const PROBES = 64
const WAITING_AT_MOST = 2000

/** Enforces the deadlines of answers and proofs; queries a lamp's meter before the lamp fails. */
export const createCheck = (options: { platform: Platform; writer: Writer }) => {
  const { writer } = options
  const { system, mqtt, clock, log, newId } = options.platform
  const { ledger } = writer
  const drivers = options.platform.port(driversPort)
  const driverOf = driverFinder(options.platform)

  const requestReport = (gatewaySn: string, message: Command): Promise<void> => {
    const { tenantId, address } = readRoute(gatewaySn) ?? {}
    if (!tenantId || !address) return mqtt.publish(gatewaySn, 'command', JSON.stringify(message), PUBLISH_MS)
    const outcome = { taken: () => undefined, failed: () => undefined, signal: AbortSignal.timeout(PUBLISH_MS) }
    return drivers.occupy(gatewaySn, (link) => link.send({ ...message, route: gatewaySn, tenantId, address }, outcome))
  }
  const canRead = (route: string): boolean => driverOf(route)?.reads === true && drivers.free([route]).length > 0
  const probe = async ({ batchId, gatewaySn }: PackKey, sns: readonly string[]): Promise<void> => {
    try {
      for (const message of probesOf(newId(), sns, clock.now() + ledger.times.verify * 1000)) await requestReport(gatewaySn, message)
      await system.query('update control_work set probed_at = $3 where batch_id = $1 and gateway_sn = $2', [
        batchId,
        gatewaySn,
        new Date(clock.now()),
      ])
    } catch (why) {
      log.info('meters could not be asked', { gateway: gatewaySn, why: String(why) })
    }
  }
  const waiting = new Map<string, Unproven>()
  const asking = new Set<Promise<void>>()
  const readNext = (): void => {
    for (const [key, one] of waiting) {
      if (asking.size >= PROBES) return
      waiting.delete(key)
      const reading = probe(one, one.sns).finally(() => {
        asking.delete(reading)
        readNext()
      })
      asking.add(reading)
    }
  }
  /** Runs `work` on the rows that `sql` finds, in parts, until none is left. */
  const each = async (sql: string, work: (places: PackKey[]) => Promise<void>): Promise<void> => {
    for (;;) {
      const places = placesOf(await system.query<{ batch_id: string; gateway_sn: string }>(sql, [new Date(clock.now()), AT_ONCE]))
      if (places.length > 0) await work(places)
      if (places.length < AT_ONCE) return
    }
  }

  return {
    /** Ends devices without an answer as timed out. */
    expire: () => each(OVERDUE, async (places) => void (await writer.write((query) => ledger.expired(query, places)))),

    /** Judges devices whose time to prove has passed and queries the meters of the rest. */
    look: () =>
      each(DUE, async (places) => {
        const { unproven } = await writer.write((query) => ledger.judged(query, places))
        if (unproven.length === 0) return
        const online = new Set((await system.query<{ sn: string }>(ONLINE, [unproven.map((one) => one.gatewaySn)])).map(({ sn }) => sn))
        for (const one of unproven)
          if ((online.has(one.gatewaySn) || canRead(one.gatewaySn)) && (waiting.size < WAITING_AT_MOST || waiting.has(keyOf(one))))
            waiting.set(keyOf(one), one)
        readNext()
      }),

    /** Starts no more queries; resolves when the running ones have been answered or timed out. */
    idle: async (): Promise<void> => {
      waiting.clear()
      await Promise.all(asking)
    },

    /** Stops waiting for the end of temporary levels after a day, and deletes idempotency keys after a week. */
    forget: async (): Promise<void> => {
      const now = new Date(clock.now())
      await system.query(
        `update control_pack p set watching = false, watches = '{f}' from control_batch b
         where p.watching and b.id = p.batch_id and b.ended = b.total and b.until < $1::timestamptz - interval '1 day'`,
        [now],
      )
      await system.query(
        `delete from control_moved m where at < $1::timestamptz - interval '1 day'
         and not exists (select from control_pack p where p.gateway_sn = m.gateway_sn and p.watching and m.device_id = any(p.device_ids))`,
        [now],
      )
      await system.query(`delete from control_request where create_time < $1::timestamptz - interval '7 days'`, [now])
    },
  }
}
