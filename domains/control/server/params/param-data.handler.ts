import { deviceTypesPort } from '@lamplight/devices/model'
import { seenDevices } from '@lamplight/devices/server'
import { exampleDevice, type ParamFamilyDefinition, pick } from '@lamplight/kit'
import { A, type Ctx, errors, page, type Route, T } from '@lamplight/server-kit'
import { createReader, inputOf, type Reader } from '../calls/wire-input.ts'
import { familiesIn } from './param-answers.ts'
import { areaName, MOST_ROWS, PARAM_COLUMNS, type ParamFilter, type ParamRow, paramsIn, VALUES, wireParam } from './param-rows.ts'
import { shownValue } from './param-secrets.ts'

interface More {
  readonly gateway_id: string | null
  readonly gateway_name: string | null
  readonly area_name: string | null
}
const moreColumns = (ctx: Ctx): string =>
  `, r.gateway_id::text as gateway_id, coalesce((select nullif(g.name, '') from devices_gateways g where g.id = r.gateway_id), r.gateway_sn) as gateway_name${areaName(ctx)}`

/** The fields of a family beside each other, as the catalogue has them; then the device and how its value stands to the wanted one. */
const returnsOf = ({ fields, reads }: ParamFamilyDefinition) =>
  A.of({
    ...A.each(Object.keys({ ...fields, ...reads }), A.maybe(A.any)),
    id: A.id,
    deviceId: A.id,
    sn: A.text,
    name: A.text,
    deviceType: A.int,
    typeName: A.text,
    gatewayId: A.id,
    gatewayName: A.text,
    areaName: A.text,
    reported: A.nullable(A.map(A.any)),
    wanted: A.nullable(A.map(A.any)),
    reportedAt: A.time,
    wantedAt: A.time,
    drift: A.int,
    status: A.nullable(A.int),
    statusName: A.text,
    reason: A.text,
  })

const wire = (row: ParamRow & More, ctx: Ctx): Record<string, unknown> => {
  const { family: _, familyName: _name, ...shown } = wireParam(row, ctx)
  const family = familiesIn(ctx.platform).get(row.family)
  const [wanted, reported] = [shownValue(family, row.wanted), shownValue(family, row.reported, row.wanted)]
  const type = ctx.platform.port(deviceTypesPort).typeOf(row.type)
  return {
    ...reported,
    ...shown,
    id: row.device_id,
    deviceType: row.type,
    typeName: type ? pick(type.label, ctx.lang) : '',
    gatewayId: row.gateway_id ?? '',
    gatewayName: row.gateway_name ?? '',
    areaName: row.area_name ?? '',
    reported,
    wanted,
    drift: row.drift ? 1 : 0,
  }
}

const filterOf = (family: ParamFamilyDefinition, reader: Reader): ParamFilter => ({
  families: [family.name],
  reportedOnly: true,
  deviceId: reader.id('deviceId'),
  areaId: reader.id('areaId'),
  projectId: reader.id('projectId'),
  text: reader.text('keyword', 80),
  drift: reader.int('drift', 0, 1) === 1,
})

const listRoute = (family: ParamFamilyDefinition, path: string): Pick<Route, 'method' | 'path' | 'query' | 'returns' | 'handler'> => ({
  method: 'GET',
  path: `/api/${path}`,
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: -1 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: MOST_ROWS, description: '-1: all, at most 1,000' })),
    deviceId: T.Optional(T.String()),
    areaId: T.Optional(T.String()),
    projectId: T.Optional(T.String()),
    keyword: T.Optional(T.String({ maxLength: 80, description: '名称或序列号 / part of a name or serial number' })),
    drift: T.Optional(T.Integer({ minimum: 0, maximum: 1, description: '1: only devices that hold something else than what is wanted' })),
  }),
  returns: A.page(returnsOf(family)),
  handler: async ({ ctx, query }) => {
    const reader = createReader(inputOf(query, undefined), ctx)
    const { rows, total, current, size } = await paramsIn<More>(ctx, filterOf(family, reader), reader, moreColumns(ctx))
    return page(
      rows.map((row) => wire(row, ctx)),
      total,
      current,
      size,
    )
  },
})

/** The row of one device. If it never reported the family, the row has only the device. */
const detailRoute = (
  family: ParamFamilyDefinition,
  path: string,
  by: 'id' | 'sn',
): Pick<Route, 'method' | 'path' | 'query' | 'example' | 'returns' | 'handler'> => ({
  method: 'GET',
  path: `/api/${path}`,
  query: T.Object({ [by]: T.String({ maxLength: 64, description: by === 'id' ? 'device id' : 'serial number' }) }) as never,
  example: { query: { [by]: by === 'id' ? exampleDevice({ name: family.types[0] ?? '' }) : `${family.types[0]}-1` } },
  returns: returnsOf(family),
  handler: async ({ ctx, query }) => {
    const reader = createReader(inputOf(query, undefined), ctx)
    const wanted = by === 'id' ? reader.id('id') : reader.text('sn', 64)
    if (wanted === null) throw errors.missingParameter({ field: by }, by)
    const params: unknown[] = [wanted, family.name]
    const [row] = await ctx.query<ParamRow & More>(
      `select ${PARAM_COLUMNS}${moreColumns(ctx)} from devices_registered r left join control_param p on p.device_id = r.device_id and p.family = $2
       ${VALUES} where ${by === 'id' ? `r.device_id = $1${seenDevices(ctx, params, { among: '= $1' })}` : `r.sn = $1${seenDevices(ctx, params)}`}`,
      params,
    )
    if (!row) throw errors.notFound()
    return wire(row, ctx)
  },
})

/** The address of a list, and its twin: clients of the catalogue call lists by `list` and by `page`. */
const twins = (path: string): readonly string[] => [path, path.replace(/(list|page)$/, (end) => (end === 'list' ? 'page' : 'list'))]

/** The routes that read the reported values of a family. */
export const dataRoutes = (family: ParamFamilyDefinition): Route[] => {
  const { list, detail, bySn } = family.data ?? {}
  const made = [
    ...(list ? twins(list).map((path) => listRoute(family, path)) : []),
    ...(detail ? [detailRoute(family, detail, 'id')] : []),
    ...(bySn ? [detailRoute(family, bySn, 'sn')] : []),
  ]
  return made.map((each) => ({
    ...each,
    summary: [`${family.label[0]}（设备上报）`, `${family.label[1]} as devices report`],
    permission: family.data?.right ?? `${family.code}_${family.template || family.page ? 'view' : 'read'}`,
    checksItself: true,
  }))
}
