import { packLampBlocks } from '@lamplight/lamp-packet'
import type { Ctx } from '@lamplight/server-kit'
import { lampsWhere, type Places } from './totals.ts'

interface Blocks {
  n: number
  ids: Buffer
  lng: Buffer
  lat: Buffer
  looks: Buffer
}
const NOTHING = Buffer.alloc(0)

/** Lamps that the user of `ctx` sees, packed as for the map. They are numbered 1, 2, 3, …, so that viewers without an account learn no id. */
export const packedLamps = async (ctx: Ctx, places: Places): Promise<Buffer> => {
  const params: unknown[] = []
  const where = lampsWhere(ctx, places, params)
  const [found] = await ctx.query<Blocks>(
    `select count(*)::int as n, string_agg(int8send(id), '') as ids, string_agg(int4send(lng), '') as lng,
            string_agg(int4send(lat), '') as lat, string_agg(int2send(look), '') as looks
     from (select row_number() over (order by l.id) as id, round(l.lng * 1e7)::int as lng, round(l.lat * 1e7)::int as lat,
                  (coalesce(s.state, 5) * 256 + coalesce(s.dim, 0))::smallint as look
           from lighting_lamps l left join devices_states s on s.device_id = l.controller_id
           where not l.is_deleted and l.lng is not null and l.lat is not null${where}) lamps`,
    params,
  )
  return Buffer.from(packLampBlocks(found?.n ? found : { n: 0, ids: NOTHING, lng: NOTHING, lat: NOTHING, looks: NOTHING }))
}
