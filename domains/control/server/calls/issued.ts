import { type Ctx, readListQuery } from '@lamplight/server-kit'
import { ITEM_COLUMNS } from '../ledger/items.ts'
import { batchServer } from './batch.server.ts'
import type { RecentRow } from './recent-commands.ts'

export interface IssuedRow extends RecentRow {
  readonly type: number | null
}
const COLUMNS = `${ITEM_COLUMNS}, b.command, b.level, ll_said(b.command_text, b.command_text_en) as command_text, b.account, false as of_params, r.type`

interface Window {
  readonly offset: number
  readonly limit: number
  /** Only devices in these states; null: all. */
  readonly statuses: readonly number[] | null
}

/**
 * Reads one row per device and command, the newest command first. `filter`: the filters of the list of command records, which also limits the records to
 * those that the user sees. The counts of the records find the page, so that only its packs are expanded.
 */
export const issuedRows = async (ctx: Ctx, filter: Readonly<Record<string, unknown>>, { offset, limit, statuses }: Window) => {
  const { where, params } = readListQuery(batchServer.resource, batchServer.implementation, filter, ctx.user, ctx)
  const n = statuses === null ? 't.total' : '(t.failed + t.timed_out)'
  const heads = `select t.id, ${n} as n from control_batch t where ${where.join(' and ')} and ${n} > 0`
  const ofHeads = [...params]
  const states = statuses === null ? null : `$${params.push(statuses)}::smallint[]`
  const [from, most] = [`$${params.push(offset)}::bigint`, `$${params.push(limit)}::bigint`]
  const among = states ? ` and i.status = any(${states})` : ''
  const held = states
    ? `(select count(*) from control_ledger i where i.batch_id = p.batch_id and i.gateway_sn = p.gateway_sn${among})`
    : 'cardinality(p.device_ids)'
  const page = `with spread as (select id, n, sum(n) over (order by id desc) as upto from (${heads}) h),
    chosen as materialized (select id, upto - n as passed from spread where upto > ${from} and upto - n < ${from} + ${most}),
    packs as materialized (
      select p.batch_id, p.gateway_sn, ${held} as n from chosen c join control_pack p on p.batch_id = c.id${states ? ` and p.statuses && ${states}` : ''}
    ),
    placed as materialized (
      select k.*, (select min(passed) from chosen) + sum(n) over (order by batch_id desc, gateway_sn) as upto from packs k where n > 0
    )
    select ${COLUMNS} from (
      select i.* from placed k join control_ledger i on i.batch_id = k.batch_id and i.gateway_sn = k.gateway_sn
      where k.upto > ${from} and k.upto - k.n < ${from} + ${most}${among}
      order by i.batch_id desc, i.gateway_sn, i.sn limit ${most}
      offset ${from} - coalesce((select min(upto - n) from placed where upto > ${from}), 0)) i
    join control_batch b on b.id = i.batch_id left join devices_registered r on r.device_id = i.device_id
    order by i.batch_id desc, i.gateway_sn, i.sn`
  const [rows, [counted]] = await ctx.queries<[IssuedRow, { n: number }]>([
    [page, params],
    [`select coalesce(sum(n), 0)::float8 as n from (${heads}) h`, ofHeads],
  ])
  return { rows, total: counted?.n ?? 0 }
}
