import { devicePlace, seenDevices } from '@lamplight/devices/server'
import { type ParamFamilyDefinition, pick } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { boundedPage, type Ctx, formatTime, pageWindow } from '@lamplight/server-kit'
import { CODE_TEXTS, PARAM_STATUS_TEXTS } from '../../model/index.ts'
import type { Reader } from '../calls/wire-input.ts'
import { familiesIn } from './param-answers.ts'

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

/** Filters rows of control_param: ids of devices, areas and projects, `type` (code of a device type), `text` (part of a name or serial number). */
export interface ParamFilter {
  readonly families?: readonly string[] | undefined
  readonly deviceId?: string | null
  readonly status?: number | null
  readonly drift?: boolean
  readonly reportedOnly?: boolean
  readonly type?: number | null
  readonly areaId?: string | null
  readonly projectId?: string | null
  readonly text?: string | null
}

const DEVICE = 'from control_param p join devices_registered r on r.device_id = p.device_id'
/** Few devices differ: only their rows are looked up. */
const DRIFTED = 'in (select d.device_id from control_param d where d.drift)'
export const VALUES = 'left join control_value w on w.id = p.wanted_id left join control_value t on t.id = p.reported_id'
export const PARAM_COLUMNS = `r.device_id::text as device_id, r.sn, r.name, r.type, p.family, w.value as wanted, t.value as reported, p.wanted_at, p.reported_at,
  p.status, p.code, p.drift, p.batch_id::text as batch_id, p.attempts`

/** Additional SQL column with the name of the device's area. */
export const areaName = (ctx: Ctx): string =>
  `, (select coalesce(a.area_full_name, a.area_name) from places_areas a where a.id = (${devicePlace(ctx, 'areaId')})) as area_name`

/** SQL after `select …` for the rows that match and that the user may see. Adds to `params`. `withValues` joins the values `w` and `t`. */
export const paramsWhere = (ctx: Ctx, filter: ParamFilter, params: unknown[], withValues: boolean): string => {
  const where: string[] = []
  const {
    families,
    deviceId = null,
    status = null,
    drift,
    reportedOnly,
    type = null,
    areaId = null,
    projectId = null,
    text = null,
  } = filter
  if (drift) where.push('p.drift')
  if (reportedOnly) where.push('p.reported_id is not null')
  if (families) where.push(`p.family = any($${params.push(families)}::text[])`)
  const one = deviceId === null ? '' : `= $${params.push(deviceId)}`
  if (one) where.push(`p.device_id ${one}`)
  const among = one || (drift ? DRIFTED : '')
  if (status !== null) where.push(`p.status = $${params.push(status)}`)
  if (type !== null) where.push(`r.type = $${params.push(type)}`)
  if (areaId !== null) where.push(`(${devicePlace(ctx, 'areaId')}) = $${params.push(areaId)}`)
  if (projectId !== null) where.push(`(${devicePlace(ctx, 'projectId')}) = $${params.push(projectId)}`)
  if (text !== null) {
    const at = params.push(text.toLowerCase())
    where.push(`(strpos(lower(r.sn), $${at}) > 0 or strpos(lower(r.name), $${at}) > 0)`)
  }
  return `${DEVICE}${withValues ? ` ${VALUES}` : ''} where true${where.map((one) => ` and ${one}`).join('')}${seenDevices(ctx, params, { among, code: type ?? undefined })}`
}

const pageIn = (reader: Reader) =>
  boundedPage({ current: reader.int('current', -1, 1_000_000) ?? 1, size: reader.int('size', -1, MOST_ROWS) ?? 10 }, MOST_ROWS)

/** Reads a page of control_param. `columns`: additional SQL columns. */
export const paramsIn = async <More extends object = object>(ctx: Ctx, filter: ParamFilter, reader: Reader, columns = '') => {
  const { current, size } = pageIn(reader)
  const { limit, offset } = pageWindow({ current, size }, MOST_ROWS)
  const params: unknown[] = []
  const from = paramsWhere(ctx, filter, params, true)
  const counted: unknown[] = []
  const [rows, [all]] = await ctx.queries<[ParamRow & More, { n: number }]>([
    [
      `select ${PARAM_COLUMNS}${columns} ${from} order by p.family, p.device_id limit $${params.length + 1} offset $${params.length + 2}`,
      [...params, limit, offset],
    ],
    [`select count(*)::int as n ${paramsWhere(ctx, filter, counted, false)}`, counted],
  ])
  return { rows, total: all?.n ?? 0, current, size }
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
