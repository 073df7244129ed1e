import { exampleId } from '@lamplight/kit'
import { A, nest, page, pageWindow, type Route, route, T } from '@lamplight/server-kit'
import { placedDevicesPort } from '../model/ports.ts'
import { authorized, treeOf, under } from './place-tree.ts'

const AREA = '/api/blade-system/area'
const PROJECT = '/api/blade-system/project'
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const orTop = (parentId: string | undefined): string => parentId || '0'

/** Areas below `parentId`, or roots if it is missing or empty (rule.area.parent0); `areaId` limits to one area and those below it. */
const areaTree = route({
  method: 'GET',
  path: `${AREA}/tree`,
  summary: ['区域树', 'Areas as tree nodes'],
  example: { query: { areaId: exampleId('places.area'), parentId: '0' } },
  permission: 'signed-in',
  query: T.Object({ areaId: Id, parentId: Id }),
  returns: A.nodes(),
  handler: async ({ ctx, query }) => {
    const { places } = await authorized(ctx, 'places_area')
    const below = under(orTop(query.parentId), places)
    if (!query.areaId) return treeOf(below)
    const within = new Set(under(query.areaId, places).map(({ id }) => id)).add(query.areaId)
    return treeOf(below.filter(({ id }) => within.has(id)))
  },
})

const completeTree = route({
  method: 'GET',
  path: `${AREA}/complete-tree`,
  summary: ['完整区域树', 'The whole tree of areas'],
  permission: 'signed-in',
  returns: A.nodes(),
  handler: async ({ ctx }) => treeOf((await authorized(ctx, 'places_area')).places),
})

const projectTree = (path: string): Route =>
  route({
    method: 'GET',
    path,
    summary: ['有权限的项目树', 'Visible projects as tree nodes'],
    example: { query: { parentId: exampleId('places.project') } },
    permission: 'signed-in',
    query: T.Object({ parentId: Id }),
    returns: A.nodes(),
    handler: async ({ ctx, query }) => treeOf(under(orTop(query.parentId), (await authorized(ctx, 'places_project')).places)),
  })

const projectList = route({
  method: 'GET',
  path: `${PROJECT}/authorized-list`,
  summary: ['有权限的项目', 'Visible projects, paged'],
  permission: 'signed-in',
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: 1, default: 1 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: 10000, default: 10 })),
  }),
  returns: A.page(A.of({ id: A.id, parentId: A.id, name: A.text })),
  handler: async ({ ctx, query }) => {
    const { current = 1, size = 10 } = query
    const { limit, offset } = pageWindow({ current, size })
    const { places, own } = await authorized(ctx, 'places_project')
    const mine = places.filter(({ id }) => own.has(id)).map(({ id, parentId, title }) => ({ id, parentId, name: title }))
    return page(mine.slice(offset, offset + limit), mine.length, current, size)
  },
})

/** Areas that contain devices of that state, themselves or below, with their number; as tree nodes. */
export const areaHasDevice = route({
  method: 'GET',
  path: `${AREA}/area-has-device-by-auth`,
  summary: ['有设备的区域', 'Areas with visible devices, and how many'],
  example: { query: { areaId: exampleId('places.area'), projectId: exampleId('places.project'), currentControllerStatus: 5 } },
  permission: 'signed-in',
  query: T.Object({
    areaId: Id,
    parentId: Id,
    currentControllerStatus: T.Optional(T.Union([T.Integer({ minimum: 1, maximum: 5 }), T.Literal('')])),
    projectId: Id,
  }),
  returns: A.nodes('CountNode', { count: A.int }),
  handler: async ({ ctx, query }) => {
    const { places } = await authorized(ctx, 'places_area')
    const own = new Map(
      (
        await ctx.platform.port(placedDevicesPort).countByArea(ctx, {
          ...(query.projectId ? { projectId: query.projectId } : {}),
          ...(query.currentControllerStatus ? { state: query.currentControllerStatus } : {}),
        })
      ).map(({ areaId, count }) => [areaId, count]),
    )
    const totals = new Map<string, number>()
    const byId = new Map(places.map((place) => [place.id, place]))
    for (const { id } of places) {
      const count = own.get(id) ?? 0
      const seen = new Set<string>()
      for (let at = count > 0 ? byId.get(id) : undefined; at && !seen.has(at.id); at = byId.get(at.parentId)) {
        seen.add(at.id)
        totals.set(at.id, (totals.get(at.id) ?? 0) + count)
      }
    }
    const within = query.areaId ? new Set([query.areaId, ...under(query.areaId, places).map(({ id }) => id)]) : null
    return nest(
      under(orTop(query.parentId), places)
        .filter(({ id }) => totals.has(id) && (!within || within.has(id)))
        .map(({ id, parentId, title }) => ({ id, parentId, title, key: id, value: id, hasChildren: false, count: totals.get(id) ?? 0 })),
    )
  },
})

export const placesRoutes: readonly Route[] = [
  areaTree,
  completeTree,
  projectTree(`${PROJECT}/tree`),
  projectTree(`${PROJECT}/authorized-tree`),
  projectList,
  areaHasDevice,
]
