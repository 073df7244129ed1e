import { readRoute } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import type { Platform } from '@lamplight/server-kit'
import { driverFinder } from './drivers.port.ts'
import type { Place, Unproven } from './ledger-types.ts'
import { DUE, ONLINE, OVERDUE } from './ledger-work.ts'
import { probesOf } from './messages.ts'
import { keyOf, placesOf } from './pack.ts'
import { driversPort } from './ports.ts'
import type { Writer } from './writer.port.ts'

const AT_ONCE = 200
const PUBLISH_MS = 5000
/** Gateways whose meters are asked for at the same time, and how many may wait for their turn: the rest is found again at its next look. */
const PROBES = 64
const WAITING_AT_MOST = 2000

/** Deadlines: what was not answered in time, what was not proven in time; meters are asked before a lamp is given up. */
export const createCheck = (given: { platform: Platform; writer: Writer }) => {
  const { writer } = given
  const { system, mqtt, clock, log, newId } = given.platform
  const { ledger } = writer
  const drivers = given.platform.port(driversPort)
  const driverOf = driverFinder(given.platform)

  const ask = (gatewaySn: string, message: Command): Promise<void> => {
    const { tenantId, address } = readRoute(gatewaySn) ?? {}
    if (!tenantId || !address) return mqtt.publish(gatewaySn, 'command', JSON.stringify(message), PUBLISH_MS)
    const outcome = { taken: () => undefined, failed: () => undefined, signal: AbortSignal.timeout(PUBLISH_MS) }
    return drivers.occupy(gatewaySn, (link) => link.send({ ...message, route: gatewaySn, tenantId, address }, outcome))
  }
  const canAsk = (route: string): boolean => driverOf(route)?.reads === true && drivers.free([route]).length > 0
  const probe = async ({ batchId, gatewaySn }: Place, sns: readonly string[]): Promise<void> => {
    try {
      for (const message of probesOf(newId(), sns, clock.now() + ledger.times.verify * 1000)) await ask(gatewaySn, message)
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
  const askNext = (): void => {
    for (const [key, one] of waiting) {
      if (asking.size >= PROBES) return
      waiting.delete(key)
      const asked = probe(one, one.sns).finally(() => {
        asking.delete(asked)
        askNext()
      })
      asking.add(asked)
    }
  }
  /** Works off what `sql` finds, part by part. */
  const each = async (sql: string, work: (places: Place[]) => Promise<void>): Promise<void> => {
    for (;;) {
      const places = placesOf(await system.query<{ batch_id: string; gateway_sn: string }>(sql, [new Date(clock.now()), AT_ONCE]))
      if (places.length > 0) await work(places)
      if (places.length < AT_ONCE) return
    }
  }

  return {
    /** Ends as timed out what nobody answered. */
    expire: () => each(OVERDUE, async (places) => void (await writer.write((query) => ledger.expired(query, places)))),

    /** Judges what had its time and asks the meters of the rest. */
    look: () =>
      each(DUE, async (places) => {
        const { unproven } = await writer.write((query) => ledger.judged(query, places))
        if (unproven.length === 0) return
        const online = new Set((await system.query<{ sn: string }>(ONLINE, [unproven.map((one) => one.gatewaySn)])).map(({ sn }) => sn))
        for (const one of unproven)
          if ((online.has(one.gatewaySn) || canAsk(one.gatewaySn)) && (waiting.size < WAITING_AT_MOST || waiting.has(keyOf(one))))
            waiting.set(keyOf(one), one)
        askNext()
      }),

    /** Asks nobody any more; resolves when whom it asked has answered, or had the time to. */
    idle: async (): Promise<void> => {
      waiting.clear()
      await Promise.all(asking)
    },

    /** Temporary levels that no device reported to have ended are not waited for longer than a day; keys of requests count for a week. */
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
