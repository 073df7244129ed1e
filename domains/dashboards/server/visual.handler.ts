import { exampleId } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, errors, type Route, route, T } from '@lamplight/server-kit'
import { dashboardsErrors } from '../model/dashboards.errors.ts'
import { contentOf, type VisualContent, visualFault } from '../model/visual-content.ts'
import { BoardReturns, ColumnsReturns, DataReturns } from './board-returns.ts'
import { dataOf } from './data.ts'
import { queryInfos } from './queries.ts'
import { reportInfos } from './report-queries.ts'

const BASE = '/api/blade-visual/visual'

type Published = AnswerOf<typeof BoardReturns>
/** Returns the published version of a dashboard; without an id that of the dashboard that the tenant chose for the data screen. */
const publishedOf = async (ctx: Ctx, id: string): Promise<Published | undefined> => {
  const [row] = await ctx.query<Published>(
    `select v.id::text, v.title, v.width, v.height, c.version, c.content from dashboards_visual v
     join dashboards_visual_version c on c.tenant_id = v.tenant_id and c.visual_id = v.id and c.version = v.published_version
     where v.tenant_id = $1 and not v.is_deleted and v.status = 1 and ${id ? 'v.id = $2' : 'v.on_screen'}`,
    id ? [ctx.tenantId, id] : [ctx.tenantId],
  )
  return row
}

const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))

/** The published dashboard for viewers; written by hand, because the detail of the resource is the draft of the editor. */
export const boardView = route({
  method: 'GET',
  path: `${BASE}/view`,
  summary: ['查看大屏', 'A published dashboard'],
  example: { query: { id: exampleId('dashboards.visual') } },
  permission: 'visual_board_view',
  query: T.Object({ id: Id }),
  returns: BoardReturns,
  handler: async ({ ctx, query }) => {
    const found = await publishedOf(ctx, query.id ?? '')
    if (found) return found
    if (query.id) throw errors.notFound()
    return { id: '', title: '', width: 0, height: 0, version: 0, content: '' }
  },
})

const data = route({
  method: 'GET',
  path: `${BASE}/data`,
  summary: ['大屏数据', 'Values of the widgets of a published dashboard'],
  example: { query: { id: exampleId('dashboards.visual') } },
  permission: 'visual_board_view',
  query: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: DataReturns,
  handler: async ({ ctx, query }) => {
    const found = await publishedOf(ctx, query.id)
    if (!found) throw errors.notFound()
    return { version: found.version, ...(await dataOf(ctx, contentOf(found.content))) }
  },
})

/** The content is the argument because it is not stored yet. It names queries; no caller passes SQL or an address. */
const preview = route({
  method: 'POST',
  path: `${BASE}/preview`,
  summary: ['预览大屏数据', 'Values of the widgets of an edited dashboard'],
  example: { body: { width: 1920, height: 1080, content: '' } },
  permission: 'visual_board_edit',
  orPermissions: ['visual_board_add'],
  body: T.Object({
    width: T.Integer({ minimum: 1, maximum: 100_000 }),
    height: T.Integer({ minimum: 1, maximum: 100_000 }),
    content: T.String({ maxLength: 200_000 }),
  }),
  returns: DataReturns,
  handler: async ({ ctx, body }) => {
    const content = parsed(body.content)
    const why = visualFault(body, content)
    if (why) throw dashboardsErrors.badContent({ why }, 'content')
    return { version: 0, ...(await dataOf(ctx, content)) }
  },
})
const parsed = (text: string): VisualContent => {
  try {
    return contentOf(text)
  } catch {
    throw dashboardsErrors.badContent({ why: 'JSON' }, 'content')
  }
}

/** The queries that widgets can name: those of this slice, and the reports of all slices. */
const queries = route({
  method: 'GET',
  path: `${BASE}/queries`,
  summary: ['大屏可用的数据', 'Queries for widgets'],
  permission: 'visual_board_view',
  returns: A.list(
    A.of({ name: A.text, label: A.text, hasDays: A.yes, columns: ColumnsReturns, by: A.list(A.of({ code: A.text, name: A.text })) }),
  ),
  handler: async ({ ctx }) => [...queryInfos(ctx), ...reportInfos(ctx)],
})

export const visualRoutes: readonly Route[] = [boardView, data, preview, queries]
