import { readRoute } from '@lamplight/devices/model'
import type { Platform } from '@lamplight/server-kit'
import { createAnnouncer } from './announce.ts'
import { createCombiner } from './combiner.ts'
import { createLedger } from './ledger.ts'
import type { Answer, DeviceReport, Outcome, SentTo, UnmatchedAnswer } from './ledger-types.ts'
import { keyOf } from './pack.ts'
import { createParamAnswers } from './param-answers.ts'

const MAX_ROWS = 10_000
const GATHER_SENT_MS = 400

/** Writes the acks, reports and sent messages of this process to the ledger in few large transactions. */
export const createWriter = (platform: Platform) => {
  const { system, live, log, clock } = platform
  const ledger = createLedger(platform)
  const announce = createAnnouncer(live)
  const storeParams = createParamAnswers(platform)
  /** Places with sent messages until these are written: time, number of messages, and whether all devices have answered meanwhile. */
  const out = new Map<string, { at: number; n: number; answered: boolean }>()

  const countUnmatched = async (query: Platform['system']['query'], unmatched: readonly UnmatchedAnswer[]): Promise<void> => {
    if (unmatched.length === 0) return
    log.warn('answers that belong to no command', { count: unmatched.length, gateway: unmatched[0]?.gateway_sn, id: unmatched[0]?.id })
    await query(
      `insert into control_stray as s (gateway_sn, tenant_id, n, last_id, last_sn, last_at)
       select g.gateway_sn, coalesce(max(w.tenant_id), max(g.tenant_id), '000000'), count(*), max(g.id), max(g.sn), $4
       from unnest($1::text[], $2::text[], $3::text[], $5::text[]) as g (gateway_sn, id, sn, tenant_id)
       left join devices_gateways w on w.sn = g.gateway_sn and w.holds_sn and not w.is_deleted
       group by g.gateway_sn order by g.gateway_sn
       on conflict (gateway_sn) do update set n = s.n + excluded.n, last_id = excluded.last_id, last_sn = excluded.last_sn,
         last_at = excluded.last_at, tenant_id = excluded.tenant_id`,
      [
        unmatched.map((answer) => answer.gateway_sn),
        unmatched.map((answer) => answer.id),
        unmatched.map((answer) => answer.sn),
        new Date(clock.now()),
        unmatched.map((answer) => readRoute(answer.gateway_sn)?.tenantId ?? null),
      ],
    )
  }
  const write = async <T extends Outcome>(work: (query: Platform['system']['query']) => Promise<T>): Promise<T> => {
    const outcome = await system.tx(async (query) => {
      const moved = await work(query)
      await countUnmatched(query, moved.unmatched)
      return moved
    })
    announce(outcome.heads)
    return outcome
  }

  const sent = createCombiner<SentTo>({
    most: MAX_ROWS,
    gatherMs: GATHER_SENT_MS,
    write: async (messages) => {
      // If all devices have answered, the acks already imply that the messages were sent.
      const silent = messages.filter((message) => !out.get(keyOf(message))?.answered)
      for (const message of messages) {
        const place = out.get(keyOf(message))
        if (place && --place.n === 0) out.delete(keyOf(message))
      }
      if (silent.length > 0) await write((query) => ledger.sent(query, silent))
    },
  })
  const acked = createCombiner<Answer>({
    most: MAX_ROWS,
    sizeOf: ({ sns }) => sns.length,
    write: async (answers) => {
      const { answered } = await write(async (query) => {
        const outcome = await ledger.acked(query, answers)
        await storeParams(outcome.params)(query)
        return outcome
      })
      for (const key of answered) {
        const place = out.get(key)
        if (place) place.answered = true
      }
    },
  })
  const reported = createCombiner<DeviceReport>({
    most: MAX_ROWS,
    write: async (reports) => void (await write((query) => ledger.reported(query, reports))),
  })

  return {
    ledger,
    write,
    announce,
    /** Records that the gateway accepted a message. */
    sent: (message: SentTo): Promise<void> => {
      const place = keyOf(message)
      out.set(place, { at: message.at, n: (out.get(place)?.n ?? 0) + 1, answered: false })
      return sent.add([message])
    },
    /** Time of the last message of a batch to a gateway, while it is not written yet. */
    sentAtOf: (batchId: string, gatewaySn: string): number | null => out.get(keyOf({ batchId, gatewaySn }))?.at ?? null,
    acked: acked.add,
    reported: reported.add,
    idle: async (): Promise<void> => {
      await Promise.all([sent.idle(), acked.idle(), reported.idle()])
    },
  }
}
export type Writer = ReturnType<typeof createWriter>
