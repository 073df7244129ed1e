import { deviceTypesPort } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { exampleDevice, PARAM_OPS, type ParamFamilyDefinition, pick } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import {
  A,
  type AnswerOf,
  boundedPage,
  type Ctx,
  errors,
  mayUse,
  pagedRows,
  type Route,
  type RouteInput,
  route,
  T,
} from '@lamplight/server-kit'
import { templateOf } from '../model/index.ts'
import { requestOf } from './create-batch.ts'
import { rightOf, valueIn } from './families.ts'
import { askForChanges, sendChanges } from './param-changes.ts'
import { areaName, MOST_ROWS, PARAM_COLUMNS, type ParamRow, wireParam } from './param-rows.ts'
import { sendParam } from './param-send.ts'
import { assertChoice, chosenDevices, familyIn, TARGET } from './param-target.ts'
import { PreviewReturns, previewOfSet } from './preview.ts'
import { FIRST_GATEWAYS, firstDevices, type PackSize } from './waves.ts'
import { createReader, inputOf } from './wire-input.ts'

// The calls of the page 参数下发, which works with all families. They are written by hand because a resource has no devices of several types beside their
// values, and take their input in the body because a sheet has thousands of serial numbers.

const RIGHT = 'deviceparams_view'
const MOST_VALUES = 50
const MOST_MISSING = 20
const BODY_LIMIT = 4 * 1024 * 1024
export const MATRIX_BODY = { family: 'timeOffset', ids: [exampleDevice({ name: 'controller' })] }

/** A value without its secrets. */
const shown = ({ fields, reads }: ParamFamilyDefinition, value: ParamValue | null): ParamValue | null =>
  value && Object.fromEntries(Object.entries(value).filter(([name]) => ({ ...fields, ...reads })[name]?.kind !== 'secret'))

/** A device with its row of the family. */
export interface MatrixRow extends ParamRow {
  readonly gateway_id: string | null
  readonly gateway_name: string | null
  readonly online: boolean | null
  readonly area_name: string | null
}

/** SQL columns of MatrixRow after `chosenDevices`. */
export const matrixColumns = (
  ctx: Ctx,
): string => `${PARAM_COLUMNS.replace('p.family', '$1::text as family')}, r.gateway_id::text as gateway_id,
  coalesce(nullif(g.name, ''), r.gateway_sn) as gateway_name, g.online${areaName(ctx)}`

const MatrixReturns = A.named(
  'ParamOfDevice',
  A.of({
    id: A.text,
    deviceId: A.id,
    sn: A.text,
    name: A.text,
    deviceType: A.int,
    typeName: A.text,
    family: A.text,
    familyName: A.text,
    gatewayId: A.id,
    gatewayName: A.text,
    gatewayOnline: A.int,
    areaName: A.text,
    drift: A.int,
    wanted: A.nullable(A.map(A.any)),
    reported: A.nullable(A.map(A.any)),
    wantedAt: A.time,
    reportedAt: A.time,
    status: A.nullable(A.int),
    statusName: A.text,
    reason: A.text,
  }),
)

export const wireMatrix = (row: MatrixRow, family: ParamFamilyDefinition, ctx: Ctx) => {
  const type = ctx.platform.port(deviceTypesPort).typeOf(row.type)
  return {
    ...wireParam(row, ctx),
    deviceType: row.type,
    typeName: type ? pick(type.label, ctx.lang) : '',
    gatewayId: row.gateway_id ?? '',
    gatewayName: row.gateway_name ?? '',
    gatewayOnline: row.online ? 1 : 0,
    areaName: row.area_name ?? '',
    wanted: shown(family, row.wanted),
    reported: shown(family, row.reported),
    drift: row.drift ? 1 : 0,
  }
}

export const matrixRoute = route({
  method: 'POST',
  path: '/api/blade-city/param/matrix',
  summary: ['设备的期望值与上报值', 'Wanted and reported values of devices'],
  example: { body: MATRIX_BODY },
  permission: RIGHT,
  body: T.Object({
    ...TARGET,
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: 1, maximum: MOST_ROWS })),
  }),
  checksItself: true,
  bodyLimit: BODY_LIMIT,
  returns: A.page(MatrixReturns),
  handler: async (input) => {
    const { ctx, query, body } = input as RouteInput
    const reader = createReader(inputOf(query, body), ctx)
    const { family, from, params } = await chosenDevices(ctx, reader)
    const { current, size } = boundedPage(
      { current: reader.int('current', 1, 1_000_000) ?? 1, size: reader.int('size', 1, MOST_ROWS) ?? 50 },
      MOST_ROWS,
    )
    const wanted = { select: matrixColumns(ctx), from, order: 'r.sn, r.device_id', params, current, size, most: MOST_ROWS }
    return pagedRows(ctx, wanted, (rows: readonly MatrixRow[]) => rows.map((row) => wireMatrix(row, family, ctx)))
  },
})

const SpreadReturns = A.of({
  devices: A.int,
  gateways: A.int,
  offline: A.int,
  noGateway: A.int,
  notActivated: A.int,
  /** Devices of the first wave of a set, if the family is dangerous; else 0. */
  firstWave: A.int,
  wanted: A.int,
  reported: A.int,
  drifted: A.int,
  missing: A.int,
  missingSns: A.list(A.text),
  /** `reportedId` 0: not reported. */
  values: A.list(A.of({ reportedId: A.text, value: A.nullable(A.map(A.any)), devices: A.int, drifted: A.int })),
})
type Counted = Omit<AnswerOf<typeof SpreadReturns>, 'firstWave' | 'missing' | 'missingSns' | 'values'>
interface Spread {
  readonly id: string | null
  readonly value: ParamValue | null
  readonly n: number
  readonly drifted: number
}

export const spreadRoute = route({
  method: 'POST',
  path: '/api/blade-city/param/spread',
  summary: ['参数取值分布与影响范围', 'Values of a parameter, and the affected devices'],
  example: { body: MATRIX_BODY },
  permission: RIGHT,
  body: T.Object(TARGET),
  checksItself: true,
  bodyLimit: BODY_LIMIT,
  returns: SpreadReturns,
  handler: async (input) => {
    const { ctx, query, body } = input as RouteInput
    const { family, from, params, sns } = await chosenDevices(ctx, createReader(inputOf(query, body), ctx))
    const [[total], values, packs, found = []] = await ctx.queries<[Counted, Spread, PackSize, { sn: string }]>([
      [
        `select count(*)::int as devices, count(distinct g.id)::int as gateways, count(*) filter (where g.id is not null and not g.online)::int as offline,
           count(*) filter (where r.gateway_sn is null or r.gateway_sn = '')::int as "noGateway", count(*) filter (where not r.activated)::int as "notActivated",
           count(p.wanted_id)::int as wanted, count(p.reported_id)::int as reported, count(*) filter (where p.drift)::int as drifted ${from}`,
        [...params],
      ],
      [
        `select t.id::text as id, t.value, count(*)::int as n, count(*) filter (where p.drift)::int as drifted ${from}
         group by t.id, t.value order by n desc, t.id limit ${MOST_VALUES}`,
        [...params],
      ],
      [
        `select coalesce(g.sn, r.gateway_sn) as gateway_sn, count(*)::int as n ${from} and $${params.length + 1} and r.activated and coalesce(r.gateway_sn, '') <> ''
         group by 1, g.online order by ${FIRST_GATEWAYS}`,
        [...params, family.risky !== undefined],
      ],
      ...(sns ? [[`select r.sn ${from}`, [...params]] as const] : []),
    ])
    const known = new Set(found.map(({ sn }) => sn))
    const missing = (sns ?? []).filter((sn) => !known.has(sn))
    return {
      ...total!,
      firstWave: firstDevices(packs),
      missing: missing.length,
      missingSns: missing.slice(0, MOST_MISSING),
      values: values.map(({ id, value, n, drifted }) => ({
        reportedId: id ?? '0',
        value: shown(family, value),
        devices: n,
        drifted,
      })),
    }
  },
})

export const affectedRoute = route({
  method: 'POST',
  path: '/api/blade-city/param/reach',
  summary: ['参数下发影响范围', 'Preview of a set of a parameter'],
  example: { body: MATRIX_BODY },
  // It counts only devices that the user may list. The rights to send differ by family and by the slice that sends it.
  permission: 'signed-in',
  body: T.Object(TARGET),
  checksItself: true,
  bodyLimit: BODY_LIMIT,
  returns: PreviewReturns,
  handler: async (input) => {
    const { ctx, query, body } = input as RouteInput
    const reader = createReader(inputOf(query, body), ctx)
    assertChoice(reader)
    const { family, from, params } = await chosenDevices(ctx, reader)
    const rows = await ctx.query<{ id: string }>(`select r.device_id::text as id ${from}`, [...params])
    return previewOfSet(
      ctx,
      family,
      rows.map(({ id }) => id),
    )
  },
})

export const sendRoute = route({
  method: 'POST',
  path: '/api/blade-city/param/send',
  summary: ['向所选设备读取、设置或校准参数', 'Read, set or calibrate a parameter of chosen devices'],
  example: { body: { ...MATRIX_BODY, op: 'set', value: { onOffset: 5, offOffset: -5 } } },
  // The right depends on the family and the operation, so the handler checks it.
  permission: 'signed-in',
  body: T.Object({
    ...TARGET,
    op: T.Union(PARAM_OPS.map((op) => T.Literal(op))),
    changes: T.Optional(
      T.Record(T.String(), T.Any(), {
        description:
          '代替 value：只改这些字段，其余字段各设备保持不变 / instead of value: changes these fields, each device keeps its others',
      }),
    ),
    value: T.Optional(T.Record(T.String(), T.Any(), { description: '要设置的字段，或 templateId / fields to set, or templateId' })),
  }),
  checksItself: true,
  bodyLimit: BODY_LIMIT,
  // With `changes` there is one batch for each different value: the answer names the first, with the total of all devices, and lists all in
  // `batches`.
  returns: A.named(
    'ParamBatches',
    A.of({ batchId: A.id, commandRecordId: A.id, total: A.int, status: A.int, batches: A.list(BatchReturns) }),
  ),
  handler: async (input) => {
    const { ctx, headers, query, body } = input as RouteInput
    const reader = createReader(inputOf(query, body), ctx)
    assertChoice(reader)
    const family = familyIn(ctx, reader)
    const op = reader.oneOf('op', PARAM_OPS)
    if (op === null) throw errors.missingParameter({ field: 'op' }, 'op')
    const isSent = family.call !== undefined || family.calls !== undefined
    if (!isSent || !family.ops.includes(op)) throw reader.wrong('op')
    if (!mayUse(ctx.user, rightOf(family, op))) throw errors.noRight()
    const request = requestOf(ctx, headers, '/api/blade-city/param/send', reader.input)
    const changes = reader.object('changes')
    if (changes && (op !== 'set' || reader.object('value'))) throw reader.wrong('changes')
    if (changes) {
      const chosen = await chosenDevices(ctx, reader)
      await askForChanges(ctx, changes, chosen, request)
      return sendChanges(ctx, changes, chosen, request)
    }
    const value =
      op === 'set'
        ? await valueIn(ctx, createReader(reader.object('value') ?? {}, ctx), { family, template: templateOf(family) }, null)
        : {}
    const { from, params, groupId } = await chosenDevices(ctx, reader)
    const rows = await ctx.query<{ id: string }>(`select r.device_id::text as id ${from}`, [...params])
    const order = { family, op, value, again: null, asks: true as const, ...(groupId !== null && { groupId }) }
    const batch = await sendParam(
      ctx,
      order,
      rows.map(({ id }) => id),
      request,
    )
    return { ...batch, batches: [batch] }
  },
})

export const paramPageRoutes: readonly Route[] = [matrixRoute, spreadRoute, affectedRoute, sendRoute]
