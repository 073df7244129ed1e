import { deviceTypesPort } from '@lamplight/devices/model'
import { shownValues } from '@lamplight/devices/server'
import { A, type Ctx, formatTime, route, seenRows, T } from '@lamplight/server-kit'
import { cabinet } from '../model/index.ts'
import { cabinetServer } from './cabinet.server.ts'
import { membersIn } from './members.ts'

/** Largest number of cabinets in an answer. */
const MAX_CABINETS = 500
/** State of a device that has never reported (decisions.md B2). */
const SILENT = 5

interface Row {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly productId: string
  readonly code: string
  readonly unit: string
  readonly deviceId: string
  readonly polling: number | null
  readonly deviceSn: string | null
  readonly type: number | null
  readonly state: number | null
  readonly at: Date | null
  readonly v: readonly (number | null)[] | null
  readonly texts: Readonly<Record<string, unknown>> | null
}

const rowsOf = async (
  ctx: Ctx,
  query: { readonly ids?: string; readonly productId?: string; readonly groupId?: string },
): Promise<Row[]> => {
  const params: unknown[] = []
  const where = [seenRows(cabinetServer, ctx.user, params)]
  if (query.ids) where.push(`t.id = any($${params.push(query.ids.split(','))}::bigint[])`)
  if (query.productId) where.push(`t.product_id = $${params.push(query.productId)}`)
  if (query.groupId) where.push(`t.id = any($${params.push(await membersIn(ctx, query.groupId))}::bigint[])`)
  return ctx.query<Row>(
    `select t.id::text as id, t.sn, coalesce(t.name, '') as name, t.product_id::text as "productId", u ->> 'code' as code, u ->> 'name' as unit,
       u ->> 'deviceId' as "deviceId", (u ->> 'polling')::int as polling, r.sn as "deviceSn", r.type::int as type, s.state::int as state, s.reported_at as at, l.v, l.texts
     from (select * from roadcabinets_cabinet t where ${where.join(' and ')} order by t.sn limit ${MAX_CABINETS}) t
     cross join lateral jsonb_array_elements(coalesce(t.units, '[]')) u
     left join devices_registered r on r.device_id = (u ->> 'deviceId')::bigint
     left join devices_states s on s.device_id = r.device_id left join devices_values l on l.device_id = r.device_id
     order by t.sn, t.id, u ->> 'code'`,
    params,
  )
}

/** Cabinets with the latest values of their units, for boards and pages. Written by hand, because the values are of devices of several types. */
export const cabinetLive = route({
  method: 'GET',
  path: '/api/blade-visual/cabinet/live',
  summary: ['机柜单元的实时数据', 'Latest values of the units of cabinets'],
  permission: `${cabinet.code}_view`,
  query: T.Object({
    ids: T.Optional(T.String({ pattern: '^([0-9]{1,19}(,[0-9]{1,19}){0,499})?$' })),
    productId: T.Optional(T.String({ pattern: '^[0-9]{0,19}$' })),
    groupId: T.Optional(T.String({ pattern: '^[0-9]{0,19}$' })),
  }),
  returns: A.list(
    A.of({
      id: A.id,
      sn: A.text,
      name: A.text,
      productId: A.id,
      units: A.list(
        A.of({
          code: A.text,
          name: A.text,
          deviceId: A.id,
          sn: A.text,
          deviceType: A.int,
          deviceState: A.int,
          reportedAt: A.time,
          /** Seconds between two readings of the unit; 0: not configured. */
          polling: A.measure('s'),
          values: A.open,
        }),
      ),
    }),
  ),
  handler: async ({ ctx, query }) => {
    const rows = await rowsOf(ctx, query)
    const types = ctx.platform.port(deviceTypesPort)
    await types.need(rows.flatMap(({ type }) => type ?? []))
    return [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => {
      const { id, sn, name, productId } = own[0] as Row
      const units = own.map((row) => ({
        code: row.code,
        name: row.unit,
        deviceId: row.deviceId,
        sn: row.deviceSn ?? '',
        deviceType: row.type ?? -1,
        deviceState: row.state ?? SILENT,
        reportedAt: row.at ? formatTime(row.at, ctx.zone) : '',
        polling: row.polling ?? 0,
        values: shownValues(row.type === null ? undefined : types.typeOf(row.type), row.v ?? [], row.texts ?? {}),
      }))
      return { id, sn, name, productId, units }
    })
  },
})
