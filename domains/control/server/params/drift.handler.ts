import { typeNames } from '@lamplight/devices/server'
import { type Lang, type ParamFamilyDefinition, pick } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { A, type Ctx, page, type RouteInput, route, T } from '@lamplight/server-kit'
import { valueWords } from '../calls/commands.port.ts'
import { createReader, inputOf, type Reader } from '../calls/wire-input.ts'
import { familiesIn } from './param-answers.ts'
import { areaName, MOST_ROWS, type ParamFilter, paramsIn, paramsWhere, wireParam } from './param-rows.ts'
import { secretsOf } from './param-secrets.ts'

const PERMISSION = 'paramdrift_view'

/** Filters of the list of drift. */
export const DRIFT_FILTER = {
  family: T.Optional(T.String({ maxLength: 32 })),
  deviceType: T.Optional(T.Integer({ minimum: 0, maximum: 32_767, description: '设备类型代码 / code of the device type' })),
  areaId: T.Optional(T.String()),
  keyword: T.Optional(T.String({ maxLength: 80, description: '名称或序列号 / part of a name or serial number' })),
}
export const driftFilter = (reader: Reader): ParamFilter => {
  const family = reader.text('family', 32)
  return {
    drift: true,
    families: family === null ? undefined : [family],
    type: reader.int('deviceType', 0, 32_767),
    areaId: reader.id('areaId'),
    text: reader.text('keyword', 80),
  }
}

/** Returns the fields in which the reported value differs from the wanted one; all fields if none differs, as after a refusal. */
const differing = ({ fields }: ParamFamilyDefinition, wanted: ParamValue | null, reported: ParamValue | null): readonly string[] => {
  const names = Object.keys(fields)
  const found = names.filter((name) => reported?.[name] !== undefined && JSON.stringify(reported[name]) !== JSON.stringify(wanted?.[name]))
  return found.length > 0 ? found : names
}

/** Values as text, `开灯偏移 10 min · 关灯偏移 0 min`; empty if there is no value. */
const words = ({ fields }: ParamFamilyDefinition, value: ParamValue | null, names: readonly string[], lang: Lang): string =>
  names
    .flatMap((name) => {
      const [field, one] = [fields[name], value?.[name]]
      return field && one !== undefined && field.kind !== 'secret'
        ? [`${pick(field.options.label, lang)} ${pick(valueWords(field, one), lang)}`]
        : []
    })
    .join(' · ')

const DriftReturns = A.named(
  'ParamDrift',
  A.of({
    id: A.text,
    deviceId: A.id,
    sn: A.text,
    name: A.text,
    deviceType: A.int,
    typeName: A.text,
    areaName: A.text,
    family: A.text,
    familyName: A.text,
    wantedText: A.text,
    reportedText: A.text,
    wantedAt: A.time,
    reportedAt: A.time,
    status: A.int,
    statusName: A.text,
    reason: A.text,
    /** 0: the device has no wanted value that could be sent. */
    isSendable: A.int,
    isAcceptable: A.int,
  }),
)

export const driftListRoute = route({
  method: 'GET',
  path: '/api/blade-city/param/drift',
  summary: ['参数偏差', 'Parameter drift'],
  permission: PERMISSION,
  query: T.Object({
    ...DRIFT_FILTER,
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: MOST_ROWS, description: '-1: all, at most 1,000' })),
  }),
  checksItself: true,
  returns: A.page(DriftReturns),
  handler: async (input) => {
    const { ctx, query } = input as RouteInput
    const reader = createReader(inputOf(query, undefined), ctx)
    const families = familiesIn(ctx.platform)
    const { rows, total, current, size } = await paramsIn<{ area_name: string | null }>(ctx, driftFilter(reader), reader, areaName(ctx))
    const typeNamed = await typeNames(ctx, rows)
    const records = rows.map((row) => {
      const family = families.get(row.family)
      const names = family ? differing(family, row.wanted, row.reported) : []
      return {
        ...wireParam(row, ctx),
        deviceType: row.type,
        typeName: typeNamed(row.type),
        areaName: row.area_name ?? '',
        wantedText: family ? words(family, row.wanted, names, ctx.lang) : '',
        reportedText: family ? words(family, row.reported, names, ctx.lang) : '',
        isSendable: row.wanted === null ? 0 : 1,
        isAcceptable: row.reported === null || (family && (secretsOf(family).length > 0 || family.attachment)) ? 0 : 1,
      }
    })
    return page(records, total, current, size)
  },
})

interface Counted {
  readonly family: string
  readonly type: number
  readonly n: number
}

export const driftCountRoute = route({
  method: 'GET',
  path: '/api/blade-city/param/drift/count',
  summary: ['参数偏差数量', 'Number of parameters with drift'],
  permission: PERMISSION,
  query: T.Object({}),
  returns: A.of({
    total: A.int,
    families: A.list(A.of({ family: A.text, familyName: A.text, code: A.text, isRisky: A.int, total: A.int })),
    types: A.list(A.of({ deviceType: A.int, typeName: A.text, total: A.int })),
  }),
  handler: async ({ ctx }) => {
    const params: unknown[] = []
    const rows = await ctx.query<Counted>(
      `select p.family, r.type, count(*)::int as n ${paramsWhere(ctx, { drift: true }, params, false)} group by p.family, r.type order by p.family, r.type`,
      params,
    )
    return countsOf(rows, ctx, await typeNames(ctx, rows))
  },
})

/** Counts the values that were compared to find drift. It is a call of its own because it reads all parameters of the tenant. */
export const driftBasisRoute = route({
  method: 'GET',
  path: '/api/blade-city/param/drift/basis',
  summary: ['参数偏差的比对范围', 'How many parameters were compared to find drift'],
  permission: PERMISSION,
  query: T.Object({}),
  returns: A.of({
    /**
     * `wanted`: values that devices should hold. `compared`: those of them with a reported value. `devices`: devices of the compared
     * values.
     */
    wanted: A.int,
    compared: A.int,
    devices: A.int,
  }),
  handler: async ({ ctx }) => {
    const params: unknown[] = []
    const both = 'p.wanted_id is not null and p.reported_id is not null'
    const [row] = await ctx.query<{ wanted: number; compared: number; devices: number }>(
      `select count(p.wanted_id)::int as wanted, count(*) filter (where ${both})::int as compared,
         count(distinct p.device_id) filter (where ${both})::int as devices ${paramsWhere(ctx, {}, params, false)}`,
      params,
    )
    return row ?? { wanted: 0, compared: 0, devices: 0 }
  },
})

const sum = (rows: readonly Counted[]): number => rows.reduce((all, { n }) => all + n, 0)

const countsOf = (rows: readonly Counted[], ctx: Ctx, typeNamed: (code: number) => string) => {
  const families = familiesIn(ctx.platform)
  return {
    total: sum(rows),
    families: [...Map.groupBy(rows, ({ family }) => family)].map(([name, same]) => {
      const family = families.get(name)
      return {
        family: name,
        familyName: family ? pick(family.label, ctx.lang) : name,
        code: family?.code ?? '',
        isRisky: family?.risky === undefined ? 0 : 1,
        total: sum(same),
      }
    }),
    types: [...Map.groupBy(rows, ({ type }) => type)].map(([code, same]) => ({
      deviceType: code,
      typeName: typeNamed(code),
      total: sum(same),
    })),
  }
}
