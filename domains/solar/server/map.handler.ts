import { A, type AnswerOf, errors, route, seenRows, T, tableOf, treeIds } from '@lamplight/server-kit'
import { solarLamp, solarLampType } from '../model/index.ts'
import { solarLampServer } from './solar-lamp.server.ts'

const MAX_LAMPS = 20_000
const DEGREES = 1e7
const SILENT = 5
const { slot: SOC } = solarLampType.properties.soc

const PointReturns = A.of({ ids: A.list(A.id), ...A.each(['lng', 'lat', 'states', 'soc'], A.list(A.int)), isCut: A.int })
/**
 * Solar lamps with a location, for the map by state of charge (screen sun.map). Written by hand: the layers of `blade-device/map/points` have no
 * measured values. Columns of equal length; `lng` and `lat` in 1e-7 degrees, `soc` in % and -1 if unknown.
 */
export const solarPoints = route({
  method: 'GET',
  path: '/api/blade-sun/device/points',
  summary: ['太阳能地图', 'Solar lamps on the map'],
  permission: `${solarLamp.code}_view`,
  query: T.Object({ projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) }),
  returns: PointReturns,
  handler: async ({ ctx, query }) => {
    const params: unknown[] = []
    const seen = seenRows(solarLampServer, ctx.user, params)
    const project = query.projectId
      ? ` and t.project_id in (${treeIds({ table: 'places_projects', from: { id: `$${params.push(query.projectId)}` } })})`
      : ''
    const [found] = await ctx.query<Omit<AnswerOf<typeof PointReturns>, 'isCut'>>(
      `select coalesce(array_agg(id::text), '{}') as ids, coalesce(array_agg(lng), '{}') as lng, coalesce(array_agg(lat), '{}') as lat,
         coalesce(array_agg(state), '{}') as states, coalesce(array_agg(soc), '{}') as soc
       from (select t.id, round(t.lng * ${DEGREES})::int as lng, round(t.lat * ${DEGREES})::int as lat, coalesce(s.state, ${SILENT})::int as state,
           coalesce(round(l.v[${SOC}]), -1)::int as soc
         from ${tableOf(solarLamp)} t left join devices_states s on s.device_id = t.id left join devices_values l on l.device_id = t.id
         where ${seen} and t.lng is not null and t.lat is not null${project} order by t.id limit ${MAX_LAMPS + 1}) d`,
      params,
    )
    if (!found) throw errors.notFound()
    const first = <V>(all: readonly V[]): V[] => all.slice(0, MAX_LAMPS)
    return {
      ids: first(found.ids),
      lng: first(found.lng),
      lat: first(found.lat),
      states: first(found.states),
      soc: first(found.soc),
      isCut: found.ids.length > MAX_LAMPS ? 1 : 0,
    }
  },
})
