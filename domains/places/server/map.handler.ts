import { exampleId } from '@lamplight/kit'
import {
  A,
  changed,
  errors,
  grantedOnly,
  type Platform,
  type Query,
  type Route,
  registryPort,
  route,
  T,
  tableOf,
  treeCte,
} from '@lamplight/server-kit'
import { type Boundary, boundaryOf } from '../model/boundary.ts'
import { placesErrors } from '../model/places.errors.ts'
import { type Shares, sharesPort } from '../model/ports.ts'
import { MoveReturns, moveEffects } from './place-move.ts'
import type { PlaceTable } from './place-tree.ts'

const SYSTEM = '/api/blade-system'
const Id = T.String({ pattern: '^\\d{1,19}$' })
const MOVED_AT_MOST = 1000

/** Schema of an area with its boundary, a GeoJSON polygon. */
const BoundaryReturns = A.of({ areaId: A.id, areaName: A.text, boundary: A.open })

/** Returns what moves along with these places: subordinate places, and the number of rows of each kind in all of them. */
export const effectsRoute = (kind: 'area' | 'project', table: PlaceTable) =>
  route({
    method: 'GET',
    path: `${SYSTEM}/${kind}/reach`,
    summary: ['移动涉及的内容', 'Effects of moving areas or projects'],
    example: { query: { ids: exampleId(`places.${kind}`) } },
    permission: `${kind}_view`,
    query: T.Object({ ids: T.String({ pattern: '^\\d{1,19}(,\\d{1,19})*$', maxLength: 20 * MOVED_AT_MOST }) }),
    returns: MoveReturns,
    handler: async ({ ctx, query }) => ctx.tx((run) => moveEffects(ctx, run, table, [...new Set(query.ids.split(','))])),
  })

/** Each area with itself and its ancestors. */
const ABOVE_EACH = treeCte({ table: 'places_area', from: 'all', up: true, carry: { area_id: { start: 't.id', next: 'w.area_id' } } })

/** Number of rows of each kind in an area and below it, from the stored totals: `{areaId, resource, label, count}`. What people keep (lamps, devices) precedes records such as alarms; the most first. */
export const areaCounts = route({
  method: 'GET',
  path: `${SYSTEM}/area/counts`,
  summary: ['各区域设备数量', 'Devices of each area and those below it, by kind'],
  permission: 'area_view',
  returns: A.list(A.of({ areaId: A.id, resource: A.text, label: A.text, count: A.int })),
  handler: async ({ ctx }) => {
    const known = new Map([...ctx.platform.port(registryPort).resources.values()].map(({ resource }) => [tableOf(resource), resource]))
    const params: unknown[] = []
    const cut = grantedOnly(ctx.user, params, { area: 'k.area_id', project: 'k.project_id' })
    const shown = grantedOnly(ctx.user, params, { area: 'up.at' })
    const rows = await ctx.query<{ areaId: string; resource: string; count: number }>(
      `with recursive ${ABOVE_EACH}, up as (select distinct area_id as id, id as at from above)
       select up.at::text as "areaId", k.resource, sum(k.n)::int as count from kit_counter k join up on up.id = k.area_id
       where k.area_id > 0 and k.project_id >= 0 and k.tenant_id = $${params.push(ctx.tenantId)}${cut}${shown} group by 1, 2 having sum(k.n) > 0`,
      params,
    )
    const found = rows.flatMap(({ areaId, resource: table, count }) => {
      const resource = known.get(table)
      if (!resource) return []
      const isRecord = !resource.api.verbs.includes('submit')
      return [{ areaId, resource: resource.name, label: resource.label[ctx.lang === 'zh' ? 0 : 1], count, isRecord }]
    })
    const sorted = found.sort((a, b) => Number(a.isRecord) - Number(b.isRecord) || b.count - a.count)
    return sorted.map(({ isRecord: _, ...row }) => row)
  },
})

/** Boundaries as GeoJSON polygons, of one area or of all that have one. */
const boundaries = route({
  method: 'GET',
  path: `${SYSTEM}/area/boundaries`,
  summary: ['区域边界', 'Boundaries of areas, as GeoJSON polygons'],
  example: { query: { areaId: exampleId('places.area') } },
  permission: 'area_view',
  query: T.Object({ areaId: T.Optional(Id) }),
  returns: A.list(BoundaryReturns),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = [query.areaId ?? null]
    const cut = grantedOnly(ctx.user, params, { area: 'a.id' })
    return ctx.query(
      `select a.id::text as "areaId", a.area_name as "areaName", b.boundary from places_boundary b
       join places_area a on a.id = b.area_id and not a.is_deleted
       where ($1::bigint is null or a.id = $1)${cut} order by a.sort, a.id`,
      params,
    )
  },
})

/** A boundary in the audit log: number of points, and its extent [west, south, east, north] in degrees. */
const outlineOf = (boundary: Boundary | null | undefined) => {
  const points = boundary?.coordinates.flat() ?? []
  const [lng, lat] = [points.map(([x]) => x ?? 0), points.map(([, y]) => y ?? 0)]
  return { points: points.length, box: points.length === 0 ? [] : [Math.min(...lng), Math.min(...lat), Math.max(...lng), Math.max(...lat)] }
}

/** Sets the boundary of an area; null removes it. */
const setBoundary = route({
  method: 'POST',
  path: `${SYSTEM}/area/boundary`,
  summary: ['保存区域边界', 'Set the boundary of an area: a closed GeoJSON polygon of at most 2,000 points, or null'],
  example: {
    body: {
      areaId: exampleId('places.area'),
      boundary: {
        type: 'Polygon',
        coordinates: [
          [
            [112.9, 28.2],
            [112.91, 28.2],
            [112.91, 28.21],
            [112.9, 28.2],
          ],
        ],
      },
    },
  },
  permission: 'area_edit',
  body: T.Object({ areaId: Id, boundary: T.Unknown() }),
  returns: A.done,
  handler: async ({ ctx, body }) => {
    const made = body.boundary === null || body.boundary === '' ? null : boundaryOf(body.boundary)
    if (made && 'wrong' in made) throw placesErrors.boundaryWrong({ why: made.wrong[ctx.lang === 'zh' ? 0 : 1] }, 'boundary')
    await ctx.tx(async (query) => {
      const params: unknown[] = [body.areaId]
      const cut = grantedOnly(ctx.user, params, { area: 'a.id' })
      const [found] = await query(`select 1 from places_area a where a.id = $1 and not a.is_deleted${cut} for update`, params)
      if (!found) throw errors.notFound()
      const [was] = await query<{ boundary: Boundary }>('select boundary from places_boundary where area_id = $1', [body.areaId])
      if (made)
        await query(
          `insert into places_boundary (area_id, tenant_id, boundary, update_user) values ($1, $2, $3, $4)
           on conflict (area_id) do update set boundary = excluded.boundary, update_user = excluded.update_user, update_time = now()`,
          [body.areaId, ctx.tenantId, JSON.stringify(made), ctx.user.id],
        )
      else await query('delete from places_boundary where area_id = $1', [body.areaId])
      const detail = changed(outlineOf(was?.boundary), outlineOf(made))
      await ctx.audit({ what: 'places.area.boundary', target: body.areaId, detail }, query)
    })
  },
})

const boundariesOf = (query: Query, areaIds: readonly string[] | null): Promise<{ areaName: string; boundary: Boundary }[]> =>
  query(
    `select a.area_name as "areaName", b.boundary from places_boundary b join places_area a on a.id = b.area_id and not a.is_deleted
     where $1::bigint[] is null or a.id = any($1) order by a.sort, a.id`,
    [areaIds],
  )
const sharesOf = (platform: Platform): Shares => platform.port(sharesPort)

/**
 * Data of a shared link besides its lamps (decisions.md A51, A71). `code` is a share code, which works for everybody; signed-in users can also
 * pass the code of an area. The answer contains only names and boundaries, and for an area its id.
 */
const fastMap = route({
  method: 'GET',
  path: `${SYSTEM}/mapShare/fastMap`,
  summary: ['分享的地图', 'A shared map: its name and boundaries'],
  example: { query: { code: 'share-0001' } },
  permission: 'public',
  query: T.Object({ code: T.String({ minLength: 1, maxLength: 50 }) }),
  returns: A.of({ name: A.text, areaId: A.id, boundaries: A.list(A.open) }),
  handler: async ({ ctx, query }) => {
    if (ctx.user.id && ctx.user.permissions.has('area_view')) {
      const params: unknown[] = [query.code]
      const cut = grantedOnly(ctx.user, params, { area: 'a.id' })
      const [own] = await ctx.query<{ id: string; name: string }>(
        `select a.id::text, a.area_name as name from places_area a where a.area_code = $1 and not a.is_deleted${cut}`,
        params,
      )
      if (own) return { name: own.name, areaId: own.id, boundaries: await boundariesOf(ctx.query, [own.id]) }
    }
    const share = await sharesOf(ctx.platform).find(query.code)
    if (!share) throw placesErrors.shareGone({}, 'code')
    const shown = share.areaIds ? await boundariesOf(ctx.platform.asTenant(share.tenantId).query, share.areaIds) : []
    return { name: share.name, areaId: '', boundaries: shown }
  },
})

export const mapRoutes: readonly Route[] = [
  effectsRoute('area', 'places_area'),
  effectsRoute('project', 'places_project'),
  areaCounts,
  boundaries,
  setBoundary,
  fastMap,
]
