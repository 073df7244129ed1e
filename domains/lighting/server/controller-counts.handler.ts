import { pick } from '@lamplight/kit'
import { A, type Ctx, grantedOnly, type Route, route, T, treeIds } from '@lamplight/server-kit'
import { controller } from '../model/controller.resource.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const Project = T.Object({ projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) })
const State = A.of({ status: A.int, name: A.text, count: A.int })
const { values: STATES } = controller.fields.currentControllerStatus.options

const inProject = (projectId: string | undefined, params: unknown[], alias: string): string =>
  projectId ? ` and ${alias}.project_id in (${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })})` : ''

/** Controllers that the user sees: their number in each state (decisions.md B2), and how many are online. */
const countStates = async (ctx: Ctx, projectId: string | undefined) => {
  const params: unknown[] = []
  const cut = grantedOnly(ctx.user, params, { project: 'c.project_id', area: 'c.area_id' })
  const rows = await ctx.query<{ status: number; n: number; online: number }>(
    `select coalesce(s.state, 5)::int as status, count(*)::int as n, count(*) filter (where s.online)::int as online
     from lighting_controller c left join devices_states s on s.device_id = c.id
     where not c.is_deleted${cut}${inProject(projectId, params, 'c')} group by 1`,
    params,
  )
  const of = (status: number) => rows.find((row) => row.status === status)
  const states = Object.entries(STATES).map(([status, name]) => ({
    status: Number(status),
    name: pick(name, ctx.lang),
    count: of(Number(status))?.n ?? 0,
  }))
  const sum = (key: 'n' | 'online'): number => rows.reduce((all, row) => all + row[key], 0)
  return { total: sum('n'), online: sum('online'), states }
}

// Sums over the rows of a resource: no verb answers them. Row controller.count.
const count = route({
  method: 'GET',
  path: '/api/blade-city/controller/count',
  summary: ['单灯控制器数量', 'Number of lamp controllers'],
  permission: 'controller_view',
  query: Project,
  returns: A.of({ total: A.int, online: A.int, states: A.list(State) }),
  handler: ({ ctx, query }) => countStates(ctx, query.projectId),
})

// Row controller.count.chart: the states, and for each of the last 30 days the mean number of controllers online and the number due to be.
const chart = route({
  method: 'GET',
  path: '/api/blade-city/controller/count/chart',
  summary: ['单灯控制器数量图表', 'Number of lamp controllers, for a chart'],
  permission: 'controller_view',
  query: Project,
  returns: A.of({ states: A.list(State), days: A.list(A.of({ date: A.text, online: A.int, total: A.int })) }),
  handler: async ({ ctx, query: { projectId } }) => {
    const params: unknown[] = [DAYS, ctx.zone]
    const cut = grantedOnly(ctx.user, params, { project: 'd.project_id', area: 'd.area_id' })
    const [days, { states }] = await Promise.all([
      ctx.query<{ date: string; online: number; total: number }>(
        `select to_char(d.day, 'YYYY-MM-DD') as date, round(sum(d.online_ms)::numeric / ${DAY_MS})::int as online, sum(d.due)::int as total
         from devices_area_days d where d.day > (now() at time zone $2)::date - $1::int${cut}${inProject(projectId, params, 'd')} group by d.day order by d.day`,
        params,
      ),
      countStates(ctx, projectId),
    ])
    return { states, days }
  },
})

export const countRoutes: readonly Route[] = [count, chart]
