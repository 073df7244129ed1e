import { seenDevices } from '@lamplight/devices/server'
import { exampleDevice, type ParamFamilyDefinition } from '@lamplight/kit'
import { A, type Ctx, errors, formatTime, page, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { MOST_ROWS, type ParamRow, paramsIn, wireParam } from './param-rows.ts'
import { createReader, inputOf, type Reader } from './wire-input.ts'

const ParamReturns = A.named(
  'DeviceParam',
  A.of({
    ...{ id: A.text, deviceId: A.id, sn: A.text, name: A.text, family: A.text, familyName: A.text },
    ...{ wanted: A.nullable(A.map(A.any)), reported: A.nullable(A.map(A.any)), wantedAt: A.time, reportedAt: A.time },
    ...{ status: A.int, statusName: A.text, code: A.text, reason: A.text, drift: A.int, attempts: A.int, commandRecordId: A.id },
  }),
)

const wire = (row: ParamRow, ctx: Ctx) => ({
  ...wireParam(row, ctx),
  wanted: row.wanted,
  reported: row.reported,
  code: row.code ?? '',
  drift: row.drift ? 1 : 0,
  attempts: row.attempts,
  commandRecordId: row.batch_id ?? '',
})

export const paramListRoute = route({
  method: 'GET',
  path: '/api/blade-city/param/list',
  summary: ['设备参数', 'Parameters of devices'],
  example: { query: { drift: 1 } },
  permission: 'commandrecord_view',
  query: T.Object({
    family: T.Optional(T.String({ maxLength: 32 })),
    deviceId: T.Optional(T.String()),
    status: T.Optional(T.Integer({ minimum: -1, maximum: 7, description: '-1: all' })),
    drift: T.Optional(T.Integer({ minimum: 0, maximum: 1, description: '1: only devices that hold something else than what is wanted' })),
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: MOST_ROWS, description: '-1: all, at most 1,000' })),
  }),
  checksItself: true,
  returns: A.page(ParamReturns),
  handler: async (input) => {
    const { ctx, query } = input as RouteInput
    const reader = createReader(inputOf(query, undefined), ctx)
    const [family, status] = [reader.text('family', 32), reader.int('status', -1, 7) ?? -1]
    const { rows, total, current, size } = await paramsIn(
      ctx,
      {
        families: family === null ? undefined : [family],
        deviceId: reader.id('deviceId'),
        status: status < 0 ? null : status,
        drift: reader.int('drift', 0, 1) === 1,
      },
      reader,
    )
    return page(
      rows.map((row) => wire(row, ctx)),
      total,
      current,
      size,
    )
  },
})

type Reported = Pick<ParamRow, 'device_id' | 'sn' | 'name' | 'reported' | 'reported_at'>
/** A row with the values that a device reported. Without a report it has only the device and an empty time. */
const reportedRow = ({ device_id, sn, name, reported, reported_at }: Reported, ctx: Ctx): Record<string, unknown> => ({
  ...reported,
  id: device_id,
  deviceId: device_id,
  sn,
  name: name ?? '',
  reportedAt: reported_at ? formatTime(reported_at, ctx.zone) : '',
})

/** The routes that read the reported values of a family. */
export const dataRoutes = (family: ParamFamilyDefinition): Route[] => {
  const returns = A.open
  const summary = [`${family.label[0]}（设备上报）`, `${family.label[1]} as devices report`] as const
  const permission = `${family.code}_${family.template ? 'view' : 'read'}`
  const { list: listPath, detail } = family.data ?? {}
  const reportedIn = (ctx: Ctx, reader: Reader) =>
    paramsIn(ctx, { families: [family.name], deviceId: reader.id('deviceId'), reportedOnly: true }, reader)
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
            const found = await reportedIn(ctx, createReader(inputOf(query, undefined), ctx))
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
          example: { query: { id: exampleDevice({ name: family.types[0] ?? '' }) } },
          handler: async ({ ctx, query }) => {
            const id = createReader(inputOf(query, undefined), ctx).id('id')
            if (id === null) throw errors.missingParameter({ field: 'id' }, 'id')
            const found = await reportedIn(ctx, createReader({ deviceId: id }, ctx))
            const [row] = found.rows
            if (row) return reportedRow(row, ctx)
            const params: unknown[] = [id]
            const [device] = await ctx.query<Pick<ParamRow, 'device_id' | 'sn' | 'name'>>(
              `select r.device_id::text as device_id, r.sn, r.name from devices_registered r where r.device_id = $1${seenDevices(ctx, params, { among: '= $1' })}`,
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
