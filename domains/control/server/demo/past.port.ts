import { arrayOf, type Platform, type Query } from '@lamplight/server-kit'
import { type PastBatch, type PastCommands, type PastItem, STATUS, segmentOf } from '../../model/index.ts'
import { systemsOf } from '../calls/batch-systems.ts'

/** Durations of a past command, ms: to the broker, to the answer, to the level, to the meter. */
const STEPS_MS = [40, 900, 1600, 4200] as const

const PACK = `
insert into control_pack (batch_id, gateway_sn, tenant_id, watching, device_ids, sns, heads, expects, tolerances, rungs, statuses, attempts, codes, watches,
  measured, sent_at, received_at, applied_at, verified_at, ended_at)
values ($1, $2, $3, false, $4::bigint[], $5::text[], '{0}', $6::float8[], $7::float8[], $8::smallint[], $9::smallint[], '{1}', $10::text[], '{f}',
  $11::float8[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[])`

const BATCH = `
insert into control_batch (id, tenant_id, create_user, update_user, create_time, update_time, command, level, status, state, target_kind, target_text, target_text_en, total,
  queued, sent, received, applied, verified, failed, timed_out, superseded, returned, ended, reached_sent, reached_received, reached_applied, duration, until, expire_at, account, cancelled, started_at, ended_at, systems, automatic, folded)
values ($1, $2, $3, $3, $4, $5, $6, $7, control_batch_status($10, $10, $15, $16, 0), control_batch_state($10, $10, $15, $16, 0, 0), $8, $9, $24, $10,
  0, $11, $12, $13, $14, $15, $16, 0, $17, $10, $18, $19, $20, $21, $22, $4::timestamptz + interval '10 minutes', $23, false, $4, $5, $25, $3::bigint is null, false)`

const storeBatch = async (platform: Platform, query: Query, tenantId: string, batch: PastBatch): Promise<void> => {
  const { at, items } = batch
  const id = platform.newId()
  const counts = { queued: 0, sent: 0, received: 0, applied: 0, verified: 0, failed: 0, timedOut: 0, superseded: 0 }
  for (const item of items) counts[segmentOf(item)] += 1
  const endOf = (item: PastItem): number => at + (item.status === STATUS.success ? STEPS_MS[3] : 600_000)
  const reached = (rung: number) => (item: PastItem) => (item.rung >= rung ? at + (STEPS_MS[rung - 1] ?? 0) : null)
  for (const [gatewaySn, own] of Map.groupBy(items, (item) => item.gatewaySn)) {
    const column = (value: (item: PastItem) => string | number | null): string => arrayOf(own.map(value))
    await query(PACK, [
      id,
      gatewaySn,
      tenantId,
      column(({ deviceId }) => deviceId),
      column(({ sn }) => sn),
      column(({ expected }) => expected),
      column(({ tolerance }) => tolerance),
      column(({ rung }) => rung),
      column(({ status }) => status),
      column(({ code }) => code),
      column(({ measured }) => measured),
      ...[1, 2, 3, 4].map((rung) => column(reached(rung))),
      column(endOf),
    ])
  }
  await query(BATCH, [
    id,
    tenantId,
    batch.userId,
    new Date(at),
    new Date(Math.max(...items.map(endOf))),
    batch.command,
    batch.level,
    batch.targetKind,
    batch.target[0],
    items.length,
    counts.sent,
    counts.received,
    counts.applied,
    counts.verified,
    counts.failed,
    counts.timedOut,
    batch.until === null ? 0 : counts.applied + counts.verified,
    ...[1, 2, 3].map((rung) => items.filter((item) => item.rung >= rung).length),
    batch.until === null ? null : Math.round((batch.until - at) / 1000),
    batch.until === null ? null : new Date(batch.until),
    batch.account,
    batch.target[1],
    await systemsOf(platform, query, id, items.length),
  ])
}

export const createPastCommands = (platform: Platform): PastCommands => ({
  store: async (query, tenantId, batches) => {
    for (const batch of batches) if (batch.items.length > 0) await storeBatch(platform, query, tenantId, batch)
  },
})
