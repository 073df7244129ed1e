import { A, type AnswerOf, errors, formatTime, route, T } from '@lamplight/server-kit'
import { metres, orderStops } from '../model/collection-route.ts'
import { FULL_FROM, trash } from '../model/index.ts'
import { FACILITIES, seenFacilities } from './environment-devices.ts'
import { levelSql } from './statistics.handler.ts'

/** Largest number of bins in a route. It limits the answer and is more than several vehicles empty in a day. */
const MAX_BINS = 300
const Degrees = T.Optional(T.Number({ minimum: -180, maximum: 180 }))
const [bins] = FACILITIES

const BinReturns = A.of({
  id: A.id,
  sn: A.text,
  name: A.text,
  lng: A.number,
  lat: A.number,
  fillLevel: A.measure('%'),
  reportedAt: A.time,
  leg: A.measure('m from the stop before'),
})
type Bin = Pick<AnswerOf<typeof BinReturns>, 'id' | 'sn' | 'lng' | 'lat'> & {
  readonly name: string | null
  readonly level: number
  readonly reported_at: Date | null
}

/**
 * The bins that are to be emptied, in the order of a short route. Without a start the route begins at the northernmost bin. If there are more than 300
 * bins, it has the fullest. Not in the catalogue; written by hand, because the order is computed.
 */
export const collectionRoute = route({
  method: 'GET',
  path: '/api/blade-device/trash/collection',
  summary: ['清运路线', 'Collection route'],
  example: { query: { threshold: FULL_FROM } },
  permission: `${trash.code}_view`,
  query: T.Object({
    threshold: T.Optional(T.Integer({ minimum: 0, maximum: 100, description: '% · 缺省 / default 80' })),
    projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
    startLng: Degrees,
    startLat: T.Optional(T.Number({ minimum: -90, maximum: 90 })),
  }),
  returns: A.of({
    threshold: A.int,
    total: A.int,
    isCut: A.int,
    metres: A.measure('m'),
    start: A.nullable(A.of({ lng: A.number, lat: A.number })),
    records: A.list(BinReturns),
  }),
  handler: async ({ ctx, query }) => {
    const { threshold = FULL_FROM, projectId, startLng, startLat } = query
    if ((startLng === undefined) !== (startLat === undefined))
      throw errors.missingParameter({ field: 'startLng, startLat' }, startLng === undefined ? 'startLng' : 'startLat')
    const params: unknown[] = []
    const { level } = levelSql(bins as (typeof FACILITIES)[number])
    const from = `${seenFacilities(ctx, trash, { projectId }, params)} and t.lng is not null and t.lat is not null and ${level} >= $${params.push(threshold)}`
    const [rows = [], [counted] = []] = await ctx.queries<[Bin, { n: number }]>([
      [
        `select t.id::text as id, t.sn, t.name, t.lng, t.lat, ${level} as level, s.reported_at ${from} order by ${level} desc, t.id limit ${MAX_BINS}`,
        params,
      ],
      [`select count(*)::int as n ${from}`, params],
    ])
    const total = counted?.n ?? 0
    const north = rows.reduce<Bin | undefined>((most, bin) => (most && most.lat >= bin.lat ? most : bin), undefined)
    const start = startLng === undefined || startLat === undefined ? north : { lng: startLng, lat: startLat }
    const order = start ? orderStops(start, rows) : []
    const legs = order.map((bin, at) => Math.round(metres(order[at - 1] ?? (start as Bin), bin)))
    return {
      threshold,
      total,
      isCut: total > rows.length ? 1 : 0,
      metres: legs.reduce((sum, leg) => sum + leg, 0),
      start: start ? { lng: start.lng, lat: start.lat } : null,
      records: order.map(({ id, sn, name, lng, lat, level: fillLevel, reported_at }, at) => ({
        id,
        sn,
        name: name ?? '',
        lng,
        lat,
        fillLevel,
        reportedAt: reported_at ? formatTime(reported_at, ctx.zone) : '',
        leg: legs[at] ?? 0,
      })),
    }
  },
})
