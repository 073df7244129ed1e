import { A, type Ctx, page, type RouteInput, route, T } from '@lamplight/server-kit'
import { createReader, inputOf } from '../calls/wire-input.ts'
import { familiesIn } from './param-answers.ts'
import { MOST_ROWS, type ParamRow, paramsIn, wireParam } from './param-rows.ts'
import { shownValue } from './param-secrets.ts'

const ParamReturns = A.named(
  'DeviceParam',
  A.of({
    id: A.text,
    deviceId: A.id,
    sn: A.text,
    name: A.text,
    family: A.text,
    familyName: A.text,
    wanted: A.nullable(A.map(A.any)),
    reported: A.nullable(A.map(A.any)),
    wantedAt: A.time,
    reportedAt: A.time,
    status: A.int,
    statusName: A.text,
    code: A.text,
    reason: A.text,
    drift: A.int,
    attempts: A.int,
    commandRecordId: A.id,
  }),
)

const wire = (row: ParamRow, ctx: Ctx) => ({
  ...wireParam(row, ctx),
  wanted: shownValue(familiesIn(ctx.platform).get(row.family), row.wanted),
  reported: shownValue(familiesIn(ctx.platform).get(row.family), row.reported, row.wanted),
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
