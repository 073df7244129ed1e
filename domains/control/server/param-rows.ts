import { deviceAreas, visibleDevices } from '@lamplight/devices/server'
import { type ParamFamilyDefinition, pick } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type Ctx, formatTime } from '@lamplight/server-kit'
import { CODE_TEXTS, PARAM_STATUS_TEXTS } from '../model/index.ts'
import { familiesIn } from './param-answers.ts'
import type { Reader } from './wire-input.ts'

export const MOST_ROWS = 1000

/** A row of control_param with its device and values. */
export interface ParamRow {
  readonly device_id: string
  readonly sn: string
  readonly name: string | null
  readonly type: number
  readonly family: string
  readonly wanted: ParamValue | null
  readonly reported: ParamValue | null
  readonly wanted_at: Date | null
  readonly reported_at: Date | null
  readonly status: number
  readonly code: string | null
  readonly drift: boolean
  readonly batch_id: string | null
  readonly attempts: number
}

/** Filters rows of control_param: device and area ids, `type` (code of a device type), `text` (part of a name or serial number). */
export interface ParamFilter {
  readonly families?: readonly string[] | undefined
  readonly deviceId?: string | null
  readonly status?: number | null
  readonly drift?: boolean
  readonly reportedOnly?: boolean
  readonly type?: number | null
  readonly areaId?: string | null
  readonly text?: string | null
}

const DEVICE = 'from control_param p join devices_registered r on r.device_id = p.device_id'
const VALUES = 'left join control_value w on w.id = p.wanted_id left join control_value t on t.id = p.reported_id'
export const PARAM_COLUMNS = `p.device_id::text as device_id, r.sn, r.name, r.type, p.family, w.value as wanted, t.value as reported, p.wanted_at, p.reported_at,
  p.status, p.code, p.drift, p.batch_id::text as batch_id, p.attempts`

/** SQL after `select …` for the rows that match and that the user may see. Adds to `params`. `withValues` joins the values `w` and `t`. */
export const paramsWhere = (ctx: Ctx, filter: ParamFilter, params: unknown[], withValues: boolean): string => {
  const where: string[] = []
  const { families, deviceId = null, status = null, drift, reportedOnly, type = null, areaId = null, text = null } = filter
  if (drift) where.push('p.drift')
  if (reportedOnly) where.push('p.reported_id is not null')
  if (families) where.push(`p.family = any($${params.push(families)}::text[])`)
  if (deviceId !== null) where.push(`p.device_id = $${params.push(deviceId)}`)
  if (status !== null) where.push(`p.status = $${params.push(status)}`)
  if (type !== null) where.push(`r.type = $${params.push(type)}`)
  if (areaId !== null) where.push(`(${deviceAreas(ctx)}) = $${params.push(areaId)}`)
  if (text !== null) {
    const at = params.push(text.toLowerCase())
    where.push(`(strpos(lower(r.sn), $${at}) > 0 or strpos(lower(r.name), $${at}) > 0)`)
  }
  return `${DEVICE}${withValues ? ` ${VALUES}` : ''} where true${where.map((one) => ` and ${one}`).join('')}${visibleDevices(ctx.user, params)}`
}

/** Reads the page of a call: `size` below 1 means all rows, at most 1,000. */
export const pagingOf = (reader: Reader): { readonly current: number; readonly size: number } => {
  const size = reader.int('size', -1, MOST_ROWS) ?? 10
  return { size: size < 1 ? MOST_ROWS : size, current: Math.max(1, reader.int('current', -1, 1_000_000) ?? 1) }
}

/** Reads a page of control_param. `columns`: additional SQL columns. */
export const paramsIn = async <More extends object = object>(ctx: Ctx, filter: ParamFilter, reader: Reader, columns = '') => {
  const { current, size } = pagingOf(reader)
  const params: unknown[] = []
  const from = paramsWhere(ctx, filter, params, true)
  const counted: unknown[] = []
  const [rows = [], count = []] = await ctx.queries([
    [
      `select ${PARAM_COLUMNS}${columns} ${from} order by p.family, p.device_id limit $${params.length + 1} offset $${params.length + 2}`,
      [...params, size, (current - 1) * size],
    ],
    [`select count(*)::int as n ${paramsWhere(ctx, filter, counted, false)}`, counted],
  ])
  return { rows: rows as unknown as (ParamRow & More)[], total: Number(count[0]?.n ?? 0), current, size }
}

/** Wire form of a row, without its values. */
export const wireParam = (row: ParamRow, ctx: Ctx) => {
  const family: ParamFamilyDefinition | undefined = familiesIn(ctx.platform).get(row.family)
  const time = (value: Date | null): string => (value ? formatTime(value, ctx.zone) : '')
  const reason = row.code === null ? undefined : CODE_TEXTS[row.code]
  return {
    id: `${row.device_id}-${row.family}`,
    deviceId: row.device_id,
    sn: row.sn,
    name: row.name ?? '',
    family: row.family,
    familyName: family ? pick(family.label, ctx.lang) : row.family,
    wantedAt: time(row.wanted_at),
    reportedAt: time(row.reported_at),
    status: row.status,
    statusName: pick(PARAM_STATUS_TEXTS[row.status] ?? ['', ''], ctx.lang),
    reason: reason ? pick(reason, ctx.lang) : '',
  }
}
