import { arrayOf, type Platform, type RefusedAct } from '@lamplight/server-kit'
import { readRoute } from '../model/index.ts'
import { createErrorPackets } from './error-packets.ts'
import { createRejectedValues } from './rejected-values.ts'
import type { RejectedMessage } from './rejections.ts'

const LONGEST = 4096
const FLUSH_MS = 500

export interface RejectedMessages {
  readonly keep: (rejection: RejectedMessage) => void
  readonly stop: () => Promise<void>
}

/** First 4 kB of a payload or of a reason that quotes one, as text that PostgreSQL accepts. */
const readable = (payload: Uint8Array | string): string =>
  (typeof payload === 'string' ? payload : Buffer.from(payload.subarray(0, LONGEST)).toString('utf8'))
    .slice(0, LONGEST)
    .replaceAll('\u0000', '\uFFFD')

const ACTS: Readonly<Record<RefusedAct['what'], (detail: string) => string>> = {
  topic: (detail) => `topic ${detail} is not one on which this gateway may publish; the connection was closed`,
  retained: (detail) => `retain must be off on ${detail}; the connection was closed`,
  size: (detail) => `${detail}: larger than a packet may be; the connection was closed`,
  subscription: (detail) => `subscription to ${detail} was refused: a gateway may subscribe only to its own down topics, with QoS 1`,
}
/** Converts an action that the broker refused to a rejected message; `kind` is `topic`, `retained`, `size` or `subscription`. */
export const rejectedAct = ({ gateway, what, detail, payload, at }: RefusedAct): RejectedMessage => ({
  gateway,
  kind: what,
  reason: ACTS[what](detail),
  payload,
  at,
})

const store = async (system: Platform['system'], rows: readonly (RejectedMessage & { readonly count: number })[]): Promise<void> => {
  await system.query(
    `insert into devices_misfit as m (gateway_sn, tenant_id, kind, reason, payload, at, count)
     select n.sn, coalesce(g.tenant_id, n.tenant_id, '000000'), n.kind, n.reason, n.payload, to_timestamp(n.at / 1000), n.count
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::bigint[], $7::text[]) as n(sn, kind, reason, payload, at, count, tenant_id)
     left join devices_gateway g on g.sn = n.sn and g.holds_sn and not g.is_deleted
     order by n.sn
     on conflict (gateway_sn) do update set tenant_id = excluded.tenant_id, kind = excluded.kind, reason = excluded.reason,
       payload = excluded.payload, at = excluded.at, count = m.count + excluded.count`,
    [
      arrayOf(rows.map(({ gateway }) => gateway)),
      arrayOf(rows.map(({ kind }) => kind)),
      arrayOf(rows.map(({ reason }) => readable(reason))),
      arrayOf(rows.map(({ payload }) => readable(payload))),
      arrayOf(rows.map(({ at }) => at)),
      arrayOf(rows.map(({ count }) => count)),
      arrayOf(rows.map(({ gateway }) => readRoute(gateway)?.tenantId)),
    ],
  )
}

/**
 * Keeps the latest rejected message of each gateway and their number, those of devices by property, and refused messages by reason (error-packets.ts). Writes
 * them in batches, one after the other: a faulty gateway costs a bounded number of rows in a batch.
 */
export const createRejectedMessages = ({ system, log }: Pick<Platform, 'system' | 'log'>): RejectedMessages => {
  const ofDevices = createRejectedValues(system)
  const packets = createErrorPackets(system, readable)
  let pending = new Map<string, RejectedMessage & { count: number }>()
  let writing = Promise.resolve()
  const write = async (): Promise<void> => {
    const rows = [...pending.values()]
    pending = new Map()
    if (rows.length > 0) await store(system, rows)
    await ofDevices.write()
    await packets.write()
  }
  const flush = (): Promise<void> => {
    writing = writing.then(write).catch((thrown: unknown) => log.error('rejected messages not stored', { why: String(thrown) }))
    return writing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  return {
    keep: (rejection) => {
      const before = pending.get(rejection.gateway)
      pending.set(rejection.gateway, { ...rejection, count: (before?.count ?? 0) + 1 })
      packets.keep(rejection)
      if (rejection.device) ofDevices.keep(rejection.gateway, rejection.device, rejection.at)
    },
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
