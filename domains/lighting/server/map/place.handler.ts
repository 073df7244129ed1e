import { deviceLogPort } from '@lamplight/devices/model'
import { exampleId } from '@lamplight/kit'
import { packLampBlocks } from '@lamplight/lamp-packet'
import { sharesPort } from '@lamplight/places/model'
import { A, changedEach, errors, fieldError, grantedOnly, type Route, route, T } from '@lamplight/server-kit'
import { lightingErrors } from '../../model/lighting.errors.ts'

const Degrees = (most: number) => T.Number({ minimum: -most, maximum: most })

/** Sets the position of a lamp and its controller on the map. `id` is the id of the lamp or its device. */
const updateLocation = route({
  method: 'POST',
  path: '/api/blade-city/lamp/updateLocation',
  summary: ['修改灯具位置', 'Change the location of a lamp'],
  example: { body: { id: exampleId('lighting.lamp'), longitude: 112.9, latitude: 28.2 } },
  permission: 'lamp_edit',
  body: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }), longitude: Degrees(180), latitude: Degrees(90) }),
  returns: A.count,
  handler: async ({ ctx, body }) => {
    if (body.longitude === 0 && body.latitude === 0) throw fieldError('longitude', ['位置不能为0,0', 'must not be 0, 0'], ctx.lang)
    return ctx.tx(async (query) => {
      const params: unknown[] = [body.id]
      const cut = grantedOnly(ctx.user, params, { project: 'l.project_id', area: 'l.area_id' })
      const lamps = await query<{ id: string; name: string; controllerId: string | null; lng: number | null; lat: number | null }>(
        `select l.id::text, l.name, l.controller_id::text as "controllerId", l.lng, l.lat from lighting_lamp l
         where (l.id = $1 or l.controller_id = $1) and not l.is_deleted${cut} order by l.id for update`,
        params,
      )
      const [first] = lamps
      if (!first) throw errors.notFound()
      const place = [body.longitude, body.latitude, ctx.user.id]
      await query('update lighting_lamp set lng = $2, lat = $3, update_user = $4, update_time = now() where id = any($1)', [
        lamps.map(({ id }) => id),
        ...place,
      ])
      await query('update lighting_controller set lng = $2, lat = $3, update_user = $4, update_time = now() where id = $1', [
        first.controllerId,
        ...place,
      ])
      if (first.controllerId)
        await ctx.platform.port(deviceLogPort).located(query, [first.controllerId], { lng: body.longitude, lat: body.latitude })
      await ctx.audit(
        {
          what: 'lighting.lamp.location',
          target: lamps.map(({ id }) => id).join(','),
          count: lamps.length,
          detail: changedEach(lamps.map(({ name, lng, lat }) => [name, [lng, lat], [body.longitude, body.latitude]])),
        },
        query,
      )
      return { count: lamps.length }
    })
  },
})

interface Blocks {
  n: number
  ids: Buffer
  lng: Buffer
  lat: Buffer
  looks: Buffer
}
const NOTHING = Buffer.alloc(0)

/** Lamps of a shared map for everybody with its code, packed as for the map. They are numbered 1, 2, 3, …, so that no id is revealed. */
const shared = route({
  method: 'GET',
  path: '/api/blade-city/lamp/shared',
  summary: ['分享地图的灯具（二进制）', 'Lamps of a shared map, packed binary'],
  example: { query: { code: 'share-0001' } },
  permission: 'public',
  answers: 'raw',
  query: T.Object({ code: T.String({ minLength: 1, maxLength: 50 }) }),
  returns: A.file('application/octet-stream'),
  handler: async ({ ctx, query, reply }) => {
    const share = await ctx.platform.port(sharesPort).find(query.code)
    if (!share?.isAllowed('lamp_view')) throw lightingErrors.shareGone({}, 'code')
    const [found] = await ctx.platform.asTenant(share.tenantId).query<Blocks>(
      `select count(*)::int as n, string_agg(int8send(id), '') as ids, string_agg(int4send(lng), '') as lng,
              string_agg(int4send(lat), '') as lat, string_agg(int2send(look), '') as looks
       from (select row_number() over (order by l.id) as id, round(l.lng * 1e7)::int as lng, round(l.lat * 1e7)::int as lat,
                    (coalesce(s.state, 5) * 256 + coalesce(s.dim, 0))::smallint as look
             from lighting_lamp l left join devices_states s on s.device_id = l.controller_id
             where not l.is_deleted and l.lng is not null and l.lat is not null
               and ($1::bigint[] is null or l.area_id = any($1)) and ($2::bigint[] is null or l.project_id = any($2))) lamps`,
      [share.areaIds, share.projectIds],
    )
    reply.header('content-type', 'application/octet-stream')
    reply.header('cache-control', 'no-store')
    return Buffer.from(packLampBlocks(found?.n ? found : { n: 0, ids: NOTHING, lng: NOTHING, lat: NOTHING, looks: NOTHING }))
  },
})

export const placeRoutes: readonly Route[] = [updateLocation, shared]
