import type { Platform } from '@lamplight/server-kit'
import type { Place } from './ledger-types.ts'
import { DUE, OVERDUE, UNPROVEN } from './ledger-work.ts'
import { probesOf } from './messages.ts'
import type { Writer } from './writer.port.ts'

const AT_ONCE = 200
const PUBLISH_MS = 5000

interface PlaceRow {
  readonly batch_id: string
  readonly gateway_sn: string
}
const placesOf = (rows: readonly PlaceRow[]): Place[] => rows.map((row) => ({ batchId: row.batch_id, gatewaySn: row.gateway_sn }))

/** Deadlines: what was not answered in time, what was not proven in time; meters are asked before a lamp is given up. */
export const createCheck = (given: { platform: Platform; writer: Writer }) => {
  const { writer } = given
  const { system, mqtt, clock, log, newId } = given.platform
  const { ledger } = writer

  const probe = async ({ batchId, gatewaySn }: Place, sns: readonly string[]): Promise<void> => {
    try {
      for (const message of probesOf(newId(), sns, clock.now() + ledger.times.verify * 1000))
        await mqtt.publish(gatewaySn, 'command', JSON.stringify(message), PUBLISH_MS)
      await system.query('update control_work set probed_at = $3 where batch_id = $1 and gateway_sn = $2', [
        batchId,
        gatewaySn,
        new Date(clock.now()),
      ])
    } catch (why) {
      log.info('meters could not be asked', { gateway: gatewaySn, why: String(why) })
    }
  }
  /** Works off what `sql` finds, part by part. */
  const each = async (sql: string, work: (places: Place[]) => Promise<void>): Promise<void> => {
    for (;;) {
      const places = placesOf(await system.query<PlaceRow>(sql, [new Date(clock.now()), AT_ONCE]))
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
        await writer.write((query) => ledger.judged(query, places))
        const open = await system.query<PlaceRow & { sns: string[]; online: boolean | null }>(UNPROVEN, [
          places.map((place) => place.batchId),
          places.map((place) => place.gatewaySn),
        ])
        for (const row of open) if (row.online) void probe({ batchId: row.batch_id, gatewaySn: row.gateway_sn }, row.sns)
      }),

    /** Temporary levels that no device reported to have ended are not waited for longer than a day; keys of requests count for a week. */
    forget: async (): Promise<void> => {
      await system.query(
        `update control_item i set watch = false from control_batch b
         where i.watch and b.id = i.batch_id and i.status >= 2 and b.until < $1::timestamptz - interval '1 day'`,
        [new Date(clock.now())],
      )
      await system.query(`delete from control_request where create_time < $1::timestamptz - interval '7 days'`, [new Date(clock.now())])
    },
  }
}
