import { type Lang, pick } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, errors, formatTime, page, pageWindow } from '@lamplight/server-kit'
import { CODE_TEXTS, controlErrors, RUNGS, type Rung, STATUS, STATUS_TEXTS, wireStatus } from '../../model/index.ts'
import { targetsPort } from '../../model/ports.ts'
import type { Reader } from '../calls/wire-input.ts'

export interface ItemRow {
  readonly batch_id: string
  readonly device_id: string
  readonly gateway_sn: string
  readonly sn: string
  readonly name: string | null
  readonly head: number
  readonly rung: Rung
  readonly status: number
  readonly attempts: number
  readonly late: boolean
  readonly code: string | null
  readonly expect_w: number | null
  readonly tolerance_w: number | null
  readonly measured_w: number | null
  readonly queued_at: Date
  readonly sent_at: Date | null
  readonly received_at: Date | null
  readonly applied_at: Date | null
  readonly verified_at: Date | null
  readonly ended_at: Date | null
  readonly returned_at: Date | null
}

/** Words of the states of a device, by number. */
export const STATUS_WORDS: Readonly<Record<number, readonly [string, string]>> = STATUS_TEXTS
const watts = (value: number | null): string => (value === null ? '' : String(Math.round(value * 10) / 10))

/** The reason for a device's state as a sentence; empty if there is none. */
export const reasonOf = (row: Pick<ItemRow, 'code' | 'late' | 'measured_w' | 'expect_w'>, lang: Lang): string => {
  const words = row.code === null ? undefined : (CODE_TEXTS[row.code] ?? ([row.code, row.code] as const))
  const why = words ? pick(words, lang, { measured: watts(row.measured_w), expected: watts(row.expect_w) }) : ''
  const late = row.late ? pick(CODE_TEXTS.late!, lang) : ''
  return [why, late].filter(Boolean).join(lang === 'zh' ? '；' : '; ')
}

export const ITEM_RETURNS = {
  id: A.id,
  deviceId: A.id,
  controllerId: A.id,
  batchId: A.id,
  commandRecordId: A.id,
  sn: A.text,
  name: A.text,
  gatewaySn: A.text,
  head: A.int,
  rung: A.int,
  rungName: A.text,
  status: A.int,
  /** 0 pending, 1 running, 2 success, 4 failed, 5 timed out, 6 superseded. */
  state: A.int,
  statusName: A.text,
  code: A.text,
  reason: A.text,
  late: A.int,
  attempts: A.int,
  expectedPower: A.text,
  tolerance: A.text,
  measuredPower: A.text,
  queuedAt: A.time,
  sentAt: A.time,
  receivedAt: A.time,
  appliedAt: A.time,
  verifiedAt: A.time,
  endedAt: A.time,
  returnedAt: A.time,
}
/** Declares the answer: a device of a batch with its lamp and the lamp's place. */
export const ItemReturns = A.named('CommandDevice', A.of({ ...ITEM_RETURNS, lampId: A.id, lampName: A.text, place: A.text }))

export type CommandDevice = AnswerOf<typeof ItemReturns>

/** A device of a batch with its times as `time` writes them. Powers are W. */
export const itemOf = <T>(row: ItemRow, lang: Lang, time: (value: Date | null) => T) => {
  return {
    deviceId: row.device_id,
    controllerId: row.device_id,
    batchId: row.batch_id,
    commandRecordId: row.batch_id,
    sn: row.sn,
    name: row.name ?? '',
    gatewaySn: row.gateway_sn,
    head: row.head,
    rung: row.rung,
    rungName: pick(RUNGS[row.rung], lang),
    status: wireStatus(row.status),
    state: row.status,
    statusName: pick(STATUS_WORDS[row.status] ?? ['', ''], lang),
    code: row.code ?? '',
    reason: reasonOf(row, lang),
    late: row.late ? 1 : 0,
    attempts: row.attempts,
    expectedPower: watts(row.expect_w),
    tolerance: watts(row.tolerance_w),
    measuredPower: watts(row.measured_w),
    queuedAt: time(row.queued_at),
    sentAt: time(row.sent_at),
    receivedAt: time(row.received_at),
    appliedAt: time(row.applied_at),
    verifiedAt: time(row.verified_at),
    endedAt: time(row.ended_at),
    returnedAt: time(row.returned_at),
  }
}
/** The same on the wire, with times in the tenant's zone; its id is the device's. */
export const wireItem = (row: ItemRow, { lang, zone }: Pick<Ctx, 'lang' | 'zone'>) => ({
  id: row.device_id,
  ...itemOf(row, lang, (value) => (value ? formatTime(value, zone) : '')),
})

export const ITEM_COLUMNS = `i.batch_id::text as batch_id, i.device_id::text as device_id, i.gateway_sn, i.sn, r.name, i.head, i.rung, i.status, i.attempts,
  i.late, i.code, i.expect_w, i.tolerance_w, i.measured_w, b.create_time as queued_at, i.sent_at, i.received_at, i.applied_at, i.verified_at,
  i.ended_at, i.returned_at`
const MOST_ROWS = 10_000

/**
 * Returns true if the user sees the batch: it belongs to the tenant, and for users limited by grants it is their own, because
 * others may include devices that they may not see.
 */
export const seesBatch = async (ctx: Ctx, id: string): Promise<boolean> => {
  const cut = ctx.user.cut.projects || ctx.user.cut.areas
  const [known] = await ctx.query(
    `select 1 from control_batch where id = $1 and not is_deleted${cut ? ' and create_user = $2' : ''}`,
    cut ? [id, ctx.user.id] : [id],
  )
  return known !== undefined
}

export type BatchField = 'commandRecordId' | 'batchId' | 'boxControlCommandRecordId'
/** Returns the batch id of a call, from any of these fields; `field` is the one that the call declares. Throws if the user does not see the batch. */
export const batchIn = async (ctx: Ctx, reader: Reader, field: BatchField = 'commandRecordId'): Promise<string> => {
  const id = reader.id('commandRecordId') ?? reader.id('batchId') ?? reader.id('boxControlCommandRecordId')
  if (id === null) throw errors.missingParameter({ field }, field)
  if (!(await seesBatch(ctx, id))) throw controlErrors.noBatch({}, field)
  return id
}

/** Returns the devices of a batch as a page, filtered by `states` and by the parameters `rung` and `sn`. */
export const itemPage = async (ctx: Ctx, reader: Reader, states: readonly number[] | null, field?: BatchField) => {
  const batchId = await batchIn(ctx, reader, field)
  const rung = reader.int('rung', 0, 4)
  const sn = reader.text('sn', 64)
  const size = reader.int('size', -1, MOST_ROWS) ?? 10
  const current = Math.max(1, reader.int('current', -1, 1_000_000) ?? 1)
  const { limit, offset } = pageWindow({ current, size: size || 1 }, MOST_ROWS)
  const params: unknown[] = [batchId]
  const where: string[] = []
  if (states) where.push(`i.status = any($${params.push(states)}::smallint[])`)
  if (rung !== null) where.push(`i.rung = $${params.push(rung)}`)
  if (sn !== null) where.push(`position(lower($${params.push(sn)}) in lower(i.sn)) > 0`)
  const also = where.map((one) => ` and ${one}`).join('')
  // Counts the devices per pack first, so that only the packs of the page are expanded.
  const counted =
    where.length === 0
      ? 'cardinality(p.device_ids)'
      : `(select count(*)::int from control_ledger i where i.batch_id = p.batch_id and i.gateway_sn = p.gateway_sn${also})`
  const placed = `with packs as materialized (
      select p.batch_id, p.gateway_sn, ${counted} as n from control_pack p where p.batch_id = $1${states ? ' and p.statuses && $2::smallint[]' : ''}
    ),
    placed as (select k.*, (sum(n) over (order by k.gateway_sn))::int as upto from packs k where n > 0)`
  const [from, to] = [`$${params.length + 1}::int`, `$${params.length + 1}::int + $${params.length + 2}::int`]
  const [items, totals] = await ctx.queries<[ItemRow, { n: number }]>([
    [
      `${placed} select ${ITEM_COLUMNS} from (
         select i.* from placed k join control_ledger i on i.batch_id = k.batch_id and i.gateway_sn = k.gateway_sn
         where k.upto > ${from} and k.upto - k.n < ${to}${also}
         order by i.gateway_sn, i.sn limit $${params.length + 2}
         offset ${from} - coalesce((select min(upto - n) from placed where upto > ${from}), 0)) i
       join control_batch b on b.id = i.batch_id left join devices_registered r on r.device_id = i.device_id order by i.gateway_sn, i.sn`,
      [...params, offset, limit],
    ],
    [`${placed} select coalesce(max(upto), 0) as n from placed`, params],
  ])
  const lamps = await ctx.platform.port(targetsPort).lampsOf(ctx, [...new Set(items.map((row) => row.device_id))])
  return page(
    items.map((row) => {
      const lamp = lamps.get(row.device_id)
      return { ...wireItem(row, ctx), lampId: lamp?.id ?? '', lampName: lamp?.name ?? '', place: lamp?.place ?? '' }
    }),
    totals[0]?.n ?? 0,
    current,
    limit,
  )
}

/**
 * Returns the devices of a batch that failed or timed out: all, or those in `ids`. Superseded ones only if they
 * are in `ids`: a newer command applies to them.
 */
export const failedDevices = async (ctx: Ctx, batchId: string, ids: readonly string[] | null): Promise<string[]> => {
  const rows = await ctx.query<{ id: string }>(
    `select device_id::text as id from control_ledger where batch_id = $1 and status = any($2::smallint[])
     and gateway_sn in (select gateway_sn from control_pack where batch_id = $1 and statuses && $2::smallint[])
     and ($3::bigint[] is null or device_id = any($3::bigint[]))`,
    [batchId, ids ? [STATUS.failed, STATUS.timedOut, STATUS.superseded] : [STATUS.failed, STATUS.timedOut], ids],
  )
  return rows.map((row) => row.id)
}
