import { visibleDevices } from '@lamplight/devices/server'
import { exampleId, type ParamFamilyDefinition, pick } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import {
  A,
  type Ctx,
  changedEach,
  errors,
  formatTime,
  idsIn,
  page,
  pageWindow,
  type Query,
  type Route,
  type RouteInput,
  route,
  T,
} from '@lamplight/server-kit'
import { CODE_TEXTS, controlErrors, PARAM_STATUS, PARAM_STATUS_TEXTS } from '../model/index.ts'
import { familiesIn } from './param-answers.ts'
import { sendParam } from './param-send.ts'
import { createReader, inputOf, type Reader } from './wire-input.ts'

const BASE = '/api/blade-city/param'
const MOST_ROWS = 1000

interface ParamRow {
  readonly device_id: string
  readonly sn: string
  readonly name: string | null
  readonly family: string
  readonly wanted: ParamValue | null
  readonly reported: ParamValue | null
  readonly wanted_at: Date | null
  readonly reported_at: Date | null
  readonly wanted_by: string | null
  readonly status: number
  readonly code: string | null
  readonly drift: boolean
  readonly batch_id: string | null
  readonly attempts: number
}

const ParamReturns = A.named(
  'DeviceParam',
  A.of({
    ...{ id: A.text, deviceId: A.id, sn: A.text, name: A.text, family: A.text, familyName: A.text },
    ...{ wanted: A.nullable(A.map(A.any)), reported: A.nullable(A.map(A.any)), wantedAt: A.time, reportedAt: A.time },
    ...{ status: A.int, statusName: A.text, code: A.text, reason: A.text, drift: A.int, attempts: A.int, commandRecordId: A.id },
  }),
)

const ROWS = `from control_param p join devices_registered r on r.device_id = p.device_id
  left join control_value w on w.id = p.wanted_id left join control_value t on t.id = p.reported_id`

const wire = (row: ParamRow, ctx: Ctx): Record<string, unknown> => {
  const family = familiesIn(ctx.platform).get(row.family)
  const time = (value: Date | null): string => (value ? formatTime(value, ctx.zone) : '')
  const reason = row.code === null ? undefined : CODE_TEXTS[row.code]
  return {
    id: `${row.device_id}-${row.family}`,
    deviceId: row.device_id,
    sn: row.sn,
    name: row.name ?? '',
    family: row.family,
    familyName: family ? pick(family.label, ctx.lang) : row.family,
    wanted: row.wanted,
    reported: row.reported,
    wantedAt: time(row.wanted_at),
    reportedAt: time(row.reported_at),
    status: row.status,
    statusName: pick(PARAM_STATUS_TEXTS[row.status] ?? ['', ''], ctx.lang),
    code: row.code ?? '',
    reason: reason ? pick(reason, ctx.lang) : '',
    drift: row.drift ? 1 : 0,
    attempts: row.attempts,
    commandRecordId: row.batch_id ?? '',
  }
}

/** A page of control_param, filtered by family, `deviceId`, `status` and `drift`, and cut to devices that the asker may see. */
const paramsIn = async (ctx: Ctx, reader: Reader, family: string | null, reportedOnly = false) => {
  const params: unknown[] = []
  const where: string[] = []
  const [deviceId, status] = [reader.id('deviceId'), reader.int('status', -1, 7) ?? -1]
  const current = Math.max(1, reader.int('current', -1, 1_000_000) ?? 1)
  const { limit: size, offset } = pageWindow({ current, size: (reader.int('size', -1, MOST_ROWS) ?? 10) || -1 }, MOST_ROWS)
  if (reader.int('drift', 0, 1) === 1) where.push('p.drift')
  if (reportedOnly) where.push('p.reported_id is not null')
  if (family !== null) where.push(`p.family = $${params.push(family)}`)
  if (deviceId !== null) where.push(`p.device_id = $${params.push(deviceId)}`)
  if (status >= 0) where.push(`p.status = $${params.push(status)}`)
  const condition = `where true${where.map((one) => ` and ${one}`).join('')}${visibleDevices(ctx.user, params)}`
  const [rows = [], counted = []] = await ctx.queries([
    [
      `select p.device_id::text as device_id, r.sn, r.name, p.family, w.value as wanted, t.value as reported, p.wanted_at, p.reported_at, p.status, p.code, p.drift,
         p.batch_id::text as batch_id, p.attempts ${ROWS} ${condition} order by p.family, p.device_id limit $${params.length + 1} offset $${params.length + 2}`,
      [...params, size, offset],
    ],
    [`select count(*)::int as n from control_param p join devices_registered r on r.device_id = p.device_id ${condition}`, params],
  ])
  return { rows: rows as unknown as ParamRow[], total: Number(counted[0]?.n ?? 0), current, size }
}

const list = route({
  method: 'GET',
  path: `${BASE}/list`,
  summary: ['设备参数', 'Parameters of devices'],
  example: { query: { drift: 1 } },
  permission: 'commandrecord_view',
  query: T.Object({
    family: T.Optional(T.String({ maxLength: 32 })),
    deviceId: T.Optional(T.String()),
    status: T.Optional(T.Integer({ minimum: -1, maximum: 7, description: '-1: all' })),
    drift: T.Optional(T.Integer({ minimum: 0, maximum: 1, description: '1: only devices that hold something else than what is wanted' })),
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: 1, maximum: MOST_ROWS })),
  }),
  checksItself: true,
  returns: A.page(ParamReturns),
  handler: async (input) => {
    const { ctx, query } = input as RouteInput
    const reader = createReader(inputOf(query, undefined), ctx)
    const { rows, total, current, size } = await paramsIn(ctx, reader, reader.text('family', 32))
    return page(
      rows.map((row) => wire(row, ctx)),
      total,
      current,
      size,
    )
  },
})

const EXAMPLE = { body: { family: 'timeOffset', ids: [exampleId('lighting.controller')] } }
const Chosen = T.Object({ family: T.String({ maxLength: 32 }), ids: T.Union([T.String(), T.Array(T.String())]) })
interface Wanted {
  readonly device_id: string
  readonly sn: string
  readonly wanted: ParamValue
  /** The value that is chosen. */
  readonly value: ParamValue
}
/** Rows of one family, for devices that the asker may see. Refuses if the asker may not set the family. */
const chosenIn = async (ctx: Ctx, body: unknown, which: 'wanted_id' | 'reported_id', query: Query) => {
  const { family: name, ids } = body as { readonly family: string; readonly ids: unknown }
  const family = familiesIn(ctx.platform).get(name)
  if (!family) throw errors.badParameter({ field: 'family' }, 'family')
  if (!ctx.user.permissions.has(`${family.code}_set`)) throw errors.noRight()
  const params: unknown[] = [name, idsIn(ids)]
  const rows = await query<Wanted>(
    `select p.device_id::text as device_id, r.sn, w.value as wanted, v.value from control_param p join devices_registered r on r.device_id = p.device_id
     join control_value v on v.id = p.${which} join control_value w on w.id = p.wanted_id
     where p.family = $1 and p.device_id = any($2::bigint[]) ${visibleDevices(ctx.user, params)} order by p.device_id for update of p`,
    params,
  )
  if (rows.length === 0) throw controlErrors.noParam({}, 'ids')
  return { family, rows }
}

const repair = route({
  method: 'POST',
  path: `${BASE}/repair`,
  summary: ['重新下发期望参数', 'Send wanted parameters again'],
  example: EXAMPLE,
  permission: 'signed-in',
  body: Chosen,
  returns: A.of({ batches: A.list(A.of({ batchId: A.id, total: A.int })), total: A.int }),
  handler: async ({ ctx, body }) => {
    const { family, rows } = await chosenIn(ctx, body, 'wanted_id', (sql, params) => ctx.query(sql.replace(' for update of p', ''), params))
    const batches: { batchId: string; total: number }[] = []
    for (const same of Map.groupBy(rows, ({ value }) => JSON.stringify(value)).values()) {
      const [first] = same
      if (!first) continue
      const { batchId, total } = await sendParam(
        ctx,
        { family, op: 'set', value: first.value, again: null },
        same.map(({ device_id }) => device_id),
        null,
      )
      batches.push({ batchId, total })
    }
    return { batches, total: batches.reduce((sum, { total }) => sum + total, 0) }
  },
})

/** Makes the reported value the wanted value. */
const ACCEPT = `update control_param p set wanted_id = p.reported_id, wanted_gen = p.wanted_gen + 1, observed_gen = p.wanted_gen + 1, wanted_at = $3, wanted_by = $4,
    status = ${PARAM_STATUS.inSync}, code = null, drift = false, attempts = 0, next_at = null, batch_id = null
  where p.family = $1 and p.device_id = any($2::bigint[])`
const accept = route({
  method: 'POST',
  path: `${BASE}/accept`,
  summary: ['以设备上报值为准', 'Accept what devices report'],
  example: EXAMPLE,
  permission: 'signed-in',
  body: Chosen,
  returns: A.count,
  handler: async ({ ctx, body }) =>
    ctx.tx(async (query) => {
      const { family, rows } = await chosenIn(ctx, body, 'reported_id', query)
      const ids = rows.map(({ device_id }) => device_id)
      await query(ACCEPT, [family.name, ids, ctx.now(), ctx.user.id])
      await ctx.audit(
        {
          what: 'control.param.accept',
          target: family.name,
          count: ids.length,
          detail: {
            ...{ family: family.label[0], familyEn: family.label[1] },
            ...changedEach(rows.map(({ sn, wanted, value }) => [sn, JSON.stringify(wanted), JSON.stringify(value)])),
          },
        },
        query,
      )
      return { count: ids.length }
    }),
})

export const paramRoutes: readonly Route[] = [list, repair, accept]

type Reported = Pick<ParamRow, 'device_id' | 'sn' | 'name' | 'reported' | 'reported_at'>
/** The reported values of a device as a row. Without a report it has only the device and an empty time. */
const reportedRow = ({ device_id, sn, name, reported, reported_at }: Reported, ctx: Ctx): Record<string, unknown> => ({
  ...reported,
  id: device_id,
  deviceId: device_id,
  sn,
  name: name ?? '',
  reportedAt: reported_at ? formatTime(reported_at, ctx.zone) : '',
})

/** The calls that read the reported values of a family. */
export const dataRoutes = (family: ParamFamilyDefinition): Route[] => {
  const returns = A.open
  const summary = [`${family.label[0]}（设备上报）`, `${family.label[1]} as devices report`] as const
  const permission = `${family.code}_${family.template ? 'view' : 'read'}`
  const { list: listPath, detail } = family.data ?? {}
  const paged: Route[] = listPath
    ? [
        {
          method: 'GET',
          path: `/api/${listPath}`,
          ...{ summary, permission, checksItself: true },
          query: T.Object({
            current: T.Optional(T.Integer({ minimum: -1 })),
            size: T.Optional(T.Integer({ minimum: -1, maximum: MOST_ROWS, description: '-1: all, at most 1,000' })),
            deviceId: T.Optional(T.String()),
          }),
          returns: A.page(returns),
          handler: async ({ ctx, query }) => {
            const found = await paramsIn(ctx, createReader(inputOf(query, undefined), ctx), family.name, true)
            return page(
              found.rows.map((row) => reportedRow(row, ctx)),
              found.total,
              found.current,
              found.size,
            )
          },
        },
      ]
    : []
  const one: Route[] = detail
    ? [
        {
          method: 'GET',
          path: `/api/${detail}`,
          ...{ summary, permission, checksItself: true, returns },
          query: T.Object({ id: T.String({ description: 'device id' }) }),
          example: { query: { id: exampleId('lighting.controller') } },
          handler: async ({ ctx, query }) => {
            const id = createReader(inputOf(query, undefined), ctx).id('id')
            if (id === null) throw errors.missingParameter({ field: 'id' }, 'id')
            const found = await paramsIn(ctx, createReader({ deviceId: id }, ctx), family.name, true)
            const [row] = found.rows
            if (row) return reportedRow(row, ctx)
            const params: unknown[] = [id]
            const [device] = await ctx.query<Pick<ParamRow, 'device_id' | 'sn' | 'name'>>(
              `select r.device_id::text as device_id, r.sn, r.name from devices_registered r where r.device_id = $1${visibleDevices(ctx.user, params)}`,
              params,
            )
            if (!device) throw errors.notFound()
            return reportedRow({ ...device, reported: null, reported_at: null }, ctx)
          },
        },
      ]
    : []
  return [...paged, ...one]
}
