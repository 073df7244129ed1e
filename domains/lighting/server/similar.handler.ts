import { exampleId } from '@lamplight/kit'
import { A, type AnswerOf, errors, grantedOnly, route, T } from '@lamplight/server-kit'

const AT_MOST = 200
const DAYS = 7

const SimilarReturns = A.of({
  id: A.id,
  name: A.text,
  sn: A.text,
  status: A.int,
  dim: A.int,
  power: A.nullable(A.measure('W')),
  nominalPower: A.nullable(A.measure('W')),
  hours: A.nullable(A.measure('h')),
  nightEnergy: A.nullable(A.measure('kWh, mean of 7 days')),
  faults: A.int,
})
type Similar = Pick<AnswerOf<typeof SimilarReturns>, 'id' | 'name' | 'sn' | 'power' | 'hours' | 'faults'> &
  Readonly<Record<'dim' | 'nominal' | 'nightly', number | null>> & { readonly state: number }

// Compares rows over state, rollups and faults: no list of a resource (screen city.similar, slice D1, answer 9).
export const similarRoute = route({
  method: 'GET',
  path: '/api/blade-city/lamp/similar',
  summary: ['同类设备对比', 'Lamps of the same model'],
  example: { query: { id: exampleId('lighting.lamp') } },
  permission: 'lamp_view',
  query: T.Object({
    id: T.String({ pattern: '^\\d{1,19}$', description: 'a lamp; those with its model, supplier and nominal power are compared' }),
  }),
  returns: A.list(SimilarReturns),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = [query.id, DAYS]
    const cut = grantedOnly(ctx.user, params, { project: 'l.project_id', area: 'l.area_id' })
    const rows = await ctx.query<Similar>(
      `with one as (
         select l.id, l.area_id, l.power, l.kind, c.model_id, c.supplier_id from lighting_lamp l left join lighting_controller c on c.id = l.controller_id
         where l.id = $1 and not l.is_deleted${cut}
       )
       select l.id::text, l.name, l.sn, coalesce(s.state, 5)::int as state, s.dim::int as dim, s.power, l.power as nominal, s.hours,
         (select avg(d.energy) / 1e6 from devices_days d where d.tenant_id = l.tenant_id and d.device_id = c.id and d.day > current_date - $2::int) as nightly,
         coalesce(cardinality(s.faults), 0)::int as faults
       from one join lighting_lamp l on l.area_id is not distinct from one.area_id and l.kind is not distinct from one.kind
         and l.power is not distinct from one.power and not l.is_deleted
       left join lighting_controller c on c.id = l.controller_id left join devices_states s on s.device_id = c.id
       where c.model_id is not distinct from one.model_id and c.supplier_id is not distinct from one.supplier_id${cut}
       order by l.id <> one.id, l.name, l.id limit ${AT_MOST}`,
      params,
    )
    if (rows.length === 0) throw errors.notFound()
    return rows.map(({ state, nominal, nightly, dim, ...row }) => ({
      ...row,
      status: state,
      dim: dim ?? -1,
      nominalPower: nominal,
      nightEnergy: nightly,
    }))
  },
})
