import { exampleId } from '@lamplight/kit'
import {
  A,
  type AnswerOf,
  type Ctx,
  changed,
  errors,
  grantedOnly,
  idsIn,
  nest,
  type Query,
  type Route,
  route,
  T,
} from '@lamplight/server-kit'
import { refuseForeignUsers } from './area-manage.server.ts'
import { authorized, type PlaceRow, treeOf, under } from './place-tree.ts'

const BASE = '/api/blade-system/areaManage'
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const Area = T.Object({ areaId: T.String({ pattern: '^\\d{1,19}$' }) })

const PersonReturns = A.named('Person', A.of({ id: A.id, account: A.text, name: A.text }))
type Person = AnswerOf<typeof PersonReturns>
interface Team {
  areaId: string
  managerIds: string[]
  reviewerIds: string[]
}
const teamsOf = (ctx: Ctx): Promise<Team[]> =>
  ctx.query<Team>(
    `select area_id::text as "areaId", coalesce(manager_ids, '{}') as "managerIds", coalesce(reviewer_ids, '{}') as "reviewerIds"
     from places_area_manage where not is_deleted`,
  )
const peopleOf = async (ctx: Ctx, ids: readonly string[]): Promise<Person[]> =>
  ids.length === 0
    ? []
    : ctx.query<Person>(
        `select id, account, coalesce(real_name, name, account) as name from identity_users
         where id = any($1) and tenant_id = $2 and not is_deleted order by account`,
        [ids, ctx.tenantId],
      )

/** Areas with the people of each: `managers` and `reviewers` of its own; empty if it uses those of an ancestor. */
export const teamTree = route({
  method: 'GET',
  path: `${BASE}/tree`,
  summary: ['区域负责人树', 'Areas with their managers and reviewers, as tree nodes'],
  example: { query: { areaId: exampleId('places.area'), parentId: '0' } },
  permission: 'areamanage_view',
  query: T.Object({ areaId: Id, parentId: Id }),
  returns: A.nodes('TeamNode', { managers: A.list(PersonReturns), reviewers: A.list(PersonReturns) }),
  handler: async ({ ctx, query }) => {
    const { places, own } = await authorized(ctx, 'places_area')
    const below = under(query.parentId || '0', places)
    const within = query.areaId ? new Set([query.areaId, ...under(query.areaId, places).map(({ id }) => id)]) : null
    const teams = Map.groupBy(
      (await teamsOf(ctx)).filter(({ areaId }) => own.has(areaId)),
      ({ areaId }) => areaId,
    )
    const people = new Map(
      (await peopleOf(ctx, [...new Set([...teams.values()].flat().flatMap((team) => [...team.managerIds, ...team.reviewerIds]))])).map(
        (person) => [person.id, person],
      ),
    )
    const named = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => people.get(id) ?? [])
    return nest(
      below
        .filter(({ id }) => !within || within.has(id))
        .map(({ id, parentId, title }) => {
          const team = teams.get(id) ?? []
          return {
            id,
            parentId,
            title,
            key: id,
            value: id,
            hasChildren: false,
            managers: named(team.flatMap(({ managerIds }) => managerIds)),
            reviewers: named(team.flatMap(({ reviewerIds }) => reviewerIds)),
          }
        }),
    )
  },
})

/** People of the nearest area that has some, from `areaId` upwards. */
const nearest = async (ctx: Ctx, areaId: string, kind: 'managerIds' | 'reviewerIds'): Promise<Person[]> => {
  const { places, own } = await authorized(ctx, 'places_area')
  if (!own.has(areaId)) throw errors.notFound()
  const byId = new Map(places.map((place) => [place.id, place]))
  const teams = Map.groupBy(await teamsOf(ctx), (team) => team.areaId)
  const seen = new Set<string>()
  for (let at = byId.get(areaId); at && !seen.has(at.id); at = byId.get(at.parentId)) {
    seen.add(at.id)
    const ids = (teams.get(at.id) ?? []).flatMap((team) => team[kind])
    if (ids.length > 0) return peopleOf(ctx, ids)
  }
  return []
}
const reviewer = route({
  method: 'GET',
  path: `${BASE}/reviewer`,
  summary: ['区域审核人', 'Reviewers of an area'],
  example: { query: { areaId: exampleId('places.area') } },
  permission: 'areamanage_view',
  query: Area,
  returns: A.list(PersonReturns),
  handler: ({ ctx, query }) => nearest(ctx, query.areaId, 'reviewerIds'),
})
const managerUser = route({
  method: 'GET',
  path: `${BASE}/managerUser`,
  summary: ['区域负责人', 'Managers of an area'],
  example: { query: { areaId: exampleId('places.area') } },
  permission: 'areamanage_view',
  query: Area,
  returns: A.list(PersonReturns),
  handler: ({ ctx, query }) => nearest(ctx, query.areaId, 'managerIds'),
})

const validateArea = route({
  method: 'GET',
  path: `${BASE}/validateArea`,
  summary: ['区域是否已有负责人', 'Check whether an area has a manager'],
  example: { query: { areaId: exampleId('places.area') } },
  permission: 'areamanage_view',
  query: Area,
  returns: A.of({ managed: A.yes, areaManageId: A.id }),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = [query.areaId]
    const cut = grantedOnly(ctx.user, params, { area: 't.area_id' })
    const [row] = await ctx.query<{ id: string }>(
      `select id from places_area_manage t where area_id = $1 and not is_deleted${cut} order by id limit 1`,
      params,
    )
    return { managed: row !== undefined, areaManageId: row?.id ?? '' }
  },
})

/** Adds people to an entry or removes them: `kind` 1 managers (default), 2 reviewers, 0 both. */
const changePeople = async (
  ctx: Ctx,
  entry: string,
  kind: number,
  what: string,
  change: (query: Query) => Promise<readonly [sql: string, ids: readonly string[]]>,
): Promise<{ id: string }> =>
  ctx.tx(async (query) => {
    const params: unknown[] = [entry]
    const cut = grantedOnly(ctx.user, params, { area: 't.area_id' })
    const people = 'manager_ids as "managerIds", reviewer_ids as "reviewerIds"'
    const [row] = await query(`select ${people} from places_area_manage t where id = $1 and not is_deleted${cut} for update`, params)
    if (!row) throw errors.notFound()
    const [sql, ids] = await change(query)
    for (const column of [kind === 2 ? [] : ['manager_ids'], kind === 1 ? [] : ['reviewer_ids']].flat())
      await query(
        `update places_area_manage set ${column} = (${sql.replaceAll('$column', column)}), update_user = $3, update_time = now() where id = $1`,
        [entry, ids, ctx.user.id],
      )
    const [now] = await query(`select ${people} from places_area_manage where id = $1`, [entry])
    await ctx.audit({ what: `places.areaManage.${what}`, target: entry, count: ids.length, detail: changed(row, now ?? null) }, query)
    return { id: entry }
  })
const Kind = T.Optional(T.Union([T.Integer({ minimum: 0, maximum: 2 }), T.Null()]))

const addManagerUser = route({
  method: 'POST',
  path: `${BASE}/addManagerUser`,
  summary: ['添加负责人', 'Add managers (kind 1) or reviewers (kind 2) to an entry'],
  example: { body: { areaManageId: exampleId('places.areaManage'), userIds: [exampleId('identity.user')] } },
  permission: 'areamanage_edit',
  body: T.Object({ areaManageId: T.Unknown(), userIds: T.Unknown(), kind: Kind }),
  returns: A.made,
  handler: ({ ctx, body }) =>
    changePeople(ctx, idsIn(body.areaManageId, 'areaManageId')[0] as string, body.kind ?? 1, 'addPeople', async (query) => {
      const ids = idsIn(body.userIds, 'userIds')
      await refuseForeignUsers(ctx, query, ids, 'userIds')
      return [`select array(select distinct unnest(coalesce($column, '{}') || $2::bigint[]))`, ids]
    }),
})
const deleteManagerUser = route({
  method: 'POST',
  path: `${BASE}/deleteManagerUser`,
  summary: ['移除负责人', 'Remove a manager or reviewer; without kind, both'],
  example: { body: { areaManageId: exampleId('places.areaManage'), userId: exampleId('identity.user') } },
  permission: 'areamanage_edit',
  body: T.Object({ areaManageId: T.Unknown(), userId: T.Unknown(), kind: Kind }),
  returns: A.made,
  handler: ({ ctx, body }) =>
    changePeople(ctx, idsIn(body.areaManageId, 'areaManageId')[0] as string, body.kind ?? 0, 'removePeople', async () => [
      `select nullif(array(select id from unnest($column) id where not id = any($2::bigint[])), '{}')`,
      idsIn(body.userId, 'userId'),
    ]),
})

/** Areas for which people of a department are responsible, with their subareas. */
const areaChildTree = route({
  method: 'GET',
  path: '/api/blade-system/dept/areaChildTree',
  summary: ['部门负责的区域树', 'Areas that members of a department manage, as tree nodes'],
  example: { query: { deptId: exampleId('identity.dept') } },
  permission: 'areamanage_view',
  query: T.Object({ deptId: Id }),
  returns: A.nodes(),
  handler: async ({ ctx, query }) => {
    const { places } = await authorized(ctx, 'places_area')
    if (!query.deptId) return treeOf(places)
    const rows = await ctx.query<{ id: string }>(
      `select distinct m.area_id::text as id from places_area_manage m
       join identity_users u on u.id = any(coalesce(m.manager_ids, '{}') || coalesce(m.reviewer_ids, '{}')) and not u.is_deleted
       where not m.is_deleted and $1 = any(string_to_array(translate(u.dept_id::text, '{}', ''), ','))`,
      [query.deptId],
    )
    const shown = new Set(rows.flatMap(({ id }) => [id, ...under(id, places).map((place: PlaceRow) => place.id)]))
    return treeOf(places.filter(({ id }) => shown.has(id)))
  },
})

export const areaManageRoutes: readonly Route[] = [
  teamTree,
  reviewer,
  managerUser,
  validateArea,
  addManagerUser,
  deleteManagerUser,
  areaChildTree,
]
