import { page, type Route, route, T } from '@lamplight/server-kit'
import { authorized, treeOf, under } from './place-tree.ts'

const AREA = '/api/blade-system/area'
const PROJECT = '/api/blade-system/project'
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const orTop = (parentId: string | undefined): string => parentId || '0'

/** Areas below `parentId`, the top when it is missing or empty (rule.area.parent0); `areaId` narrows to one area with what is below it. */
const areaTree = route({
  method: 'GET',
  path: `${AREA}/tree`,
  summary: ['区域树', 'Areas as tree nodes'],
  permission: 'signed-in',
  query: T.Object({ areaId: Id, parentId: Id }),
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
  handler: async ({ ctx }) => treeOf((await authorized(ctx, 'places_area')).places),
})

const projectTree = (path: string): Route =>
  route({
    method: 'GET',
    path,
    summary: ['有权限的项目树', 'Projects the asker may see, as tree nodes'],
    permission: 'signed-in',
    query: T.Object({ parentId: Id }),
    handler: async ({ ctx, query }) => treeOf(under(orTop(query.parentId), (await authorized(ctx, 'places_project')).places)),
  })

const projectList = route({
  method: 'GET',
  path: `${PROJECT}/authorized-list`,
  summary: ['有权限的项目', 'Projects the asker may choose, paged'],
  permission: 'signed-in',
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: 1, default: 1 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: 10000, default: 10 })),
  }),
  handler: async ({ ctx, query }) => {
    const { current = 1, size = 10 } = query
    const { places, own } = await authorized(ctx, 'places_project')
    const mine = places.filter(({ id }) => own.has(id)).map(({ id, parentId, title }) => ({ id, parentId, name: title }))
    return page(size < 0 ? mine : mine.slice((current - 1) * size, current * size), mine.length, current, size)
  },
})

export const placesRoutes: readonly Route[] = [
  areaTree,
  completeTree,
  projectTree(`${PROJECT}/tree`),
  projectTree(`${PROJECT}/authorized-tree`),
  projectList,
]
