import { columnOf } from '@lamplight/fields/column'
import { type Field, pick } from '@lamplight/kit'
import { type Ctx, errors, type Query, registryPort, tableOf, titleField, treeCte } from '@lamplight/server-kit'
import { menusPort } from '@lamplight/system/model'
import { seesOwnAreas } from '../../model/matrix.ts'
import { ADMINISTRATOR } from '../../model/role.resource.ts'
import type { SightPage, SightPlaces, VisiblePlaces } from '../../model/sight.ts'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'

/** Largest number of place names in the answer; `count` has the full number. */
const NAMED_AT_MOST = 50

/** A saved user (`id`), or a user in a form: values that the form lacks are taken from the saved user. */
export interface SightRequest {
  readonly id?: string | undefined
  /** Tenant of a new user; default: the caller's. */
  readonly tenantId?: string | undefined
  readonly roleIds?: readonly string[] | undefined
  readonly areaIds?: readonly string[] | undefined
  readonly projectIds?: readonly string[] | undefined
}
interface Person {
  readonly tenantId: string
  readonly roleIds: readonly string[]
  readonly areaIds: readonly string[]
  readonly projectIds: readonly string[]
  /** Ids of areas that the user manages or reviews. */
  readonly managed: readonly string[]
}

const personOf = async (ctx: Ctx, request: SightRequest): Promise<Person> => {
  const [saved] = request.id
    ? await ctx.query<Person>(
        `select tenant_id as "tenantId", coalesce(role_id, '{}') as "roleIds", coalesce(area_ids, '{}') as "areaIds",
           coalesce(project_ids, '{}') as "projectIds",
           array(select g.ref_id from identity_grant g where g.user_id = u.id and g.kind = 'area' and g.managed) as managed
         from identity_user u where u.id = $1 and not u.is_deleted`,
        [request.id],
      )
    : [{ tenantId: request.tenantId ?? ctx.tenantId, roleIds: [], areaIds: [], projectIds: [], managed: [] }]
  if (!saved) throw errors.notFound()
  return {
    ...saved,
    roleIds: request.roleIds ?? saved.roleIds,
    areaIds: request.areaIds ?? saved.areaIds,
    projectIds: request.projectIds ?? saved.projectIds,
  }
}

/** Places at or below `ids` (null: all), by name; if the caller is limited to places, only those. */
const placesOf = async (
  ctx: Ctx,
  query: Query,
  kind: 'area' | 'project',
  ids: readonly string[] | null,
): Promise<SightPlaces & { readonly ids: readonly string[] }> => {
  const resource = ctx.platform.port(registryPort).resources.get(`places.${kind}`)?.resource
  if (!resource) return { all: ids === null, count: 0, names: [], ids: [] }
  const [table, name] = [tableOf(resource), titleField(resource)]
  const field = resource.fields[name] as Field
  const title = columnOf(field).columns(name, field.options)[0]?.name
  const isCut = kind === 'area' ? ctx.user.cut.areas : ctx.user.cut.projects
  const rows = await query<{ id: string; name: string; named: boolean }>(
    `with recursive ${treeCte({ table, from: { idsOrAll: '$1' }, name: 'seen' })}
     select t.id, t.${title} as name, coalesce(t.id = any($1), false) as named from ${table} t join seen on seen.id = t.id
     where not $2 or exists (select from identity_grant g where g.user_id = $3 and g.kind = $4 and g.ref_id = t.id) order by t.sort, t.id`,
    [ids, isCut, ctx.user.id, kind],
  )
  const all = ids === null && !isCut
  const listed = all ? [] : rows.filter(({ named }) => named || ids === null)
  return { all, count: rows.length, names: listed.slice(0, NAMED_AT_MOST).map((row) => row.name), ids: rows.map(({ id }) => id) }
}

/** Number of rows at the places, from the stored totals, for each resource whose list the user may open. */
const rowsOf = async (
  ctx: Ctx,
  query: Query,
  codes: ReadonlySet<string>,
  cut: { areas: readonly string[] | null; projects: readonly string[] | null },
) => {
  const { resources } = ctx.platform.port(registryPort)
  const listed = ctx.platform
    .port(menusPort)
    .pages()
    .flatMap(({ item }) => resources.get(item.resource ?? '')?.resource ?? [])
  const shown = listed.filter(({ fields, code }) => 'areaId' in fields && 'projectId' in fields && codes.has(`${code}_view`))
  const { areas, projects } = cut
  // Totals are stored for the tenant (-1 and -1), by project, and by project and area.
  const where = [
    areas ? 'c.area_id = any($3)' : 'c.area_id = -1 and $3::bigint[] is null',
    projects ? 'c.project_id = any($4)' : `c.project_id ${areas ? '>= 0' : '= -1'} and $4::bigint[] is null`,
  ]
  const counts = await query<{ resource: string; n: number }>(
    `select c.resource, sum(c.n)::float8 as n from kit_counter c where c.tenant_id = $1 and c.resource = any($2) and ${where.join(' and ')} group by 1`,
    [ctx.tenantId, shown.map(tableOf), areas, projects],
  )
  const byTable = new Map(counts.map(({ resource, n }) => [resource, n]))
  return shown.map((resource) => ({ name: pick(resource.label, ctx.lang), count: byTable.get(tableOf(resource)) ?? 0 }))
}

interface MenuRow {
  readonly id: string
  readonly parentId: string | null
  readonly code: string
  readonly name: string
  readonly category: number
  readonly hidden: boolean
}
const BUTTON = 2
/** Pages that the rights open, in the order of the menu, each with the permitted actions. */
const pagesOf = async (ctx: Ctx, codes: ReadonlySet<string> | null): Promise<SightPage[]> => {
  const rows = await ctx.query<MenuRow>(
    `select id, parent_id as "parentId", code, case when $1 = 'en' then coalesce(nullif(en_name, ''), name) else name end as name, category,
       coalesce(hidden, false) as hidden from system_menus where not is_deleted order by sort, id`,
    [ctx.lang],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const below = Map.groupBy(rows, ({ parentId }) => parentId ?? '')
  const held = ({ code }: MenuRow): boolean => codes === null || codes.has(code)
  const topOf = (row: MenuRow): MenuRow => {
    const seen = new Set<MenuRow>()
    let at = row
    for (let up = byId.get(row.parentId ?? ''); up && !seen.has(up); up = byId.get(up.parentId ?? '')) {
      seen.add(up)
      at = up
    }
    return at
  }
  return rows.flatMap((row) => {
    if (row.category === BUTTON || row.hidden) return []
    const children = below.get(row.id) ?? []
    const acts = children.filter((child) => child.category === BUTTON && held(child))
    const isLeaf = !children.some(({ category }) => category !== BUTTON)
    if (acts.length === 0 && !(isLeaf && held(row))) return []
    return [{ system: topOf(row).name, page: row.name, acts: acts.map(({ name }) => name) }]
  })
}

/** Returns what a user sees, or would see: places, number of rows at these places, and pages with the permitted actions. */
export const sightOf = async (ctx: Ctx, request: SightRequest): Promise<VisiblePlaces> => {
  const person = await personOf(ctx, request)
  const roles = await ctx.query<{ alias: string; name: string; codes: string[]; scopes: string[] }>(
    `select r.role_alias as alias, r.role_name as name, array(select m.menu_code from identity_role_menu m where m.role_id = r.id) as codes,
       array(select d.scope_name from identity_role_scope s join identity_data_scope d on d.id = s.scope_id and not d.is_deleted
         where s.role_id = r.id and s.category = 1 order by 1) as scopes
     from identity_role r where r.id = any($1) and r.tenant_id = $2 and not r.is_deleted order by r.sort, r.id`,
    [person.roleIds, person.tenantId],
  )
  const aliases = roles.map(({ alias }) => alias)
  const everything = person.tenantId === PLATFORM_TENANT && aliases.includes(ADMINISTRATOR)
  const codes = new Set(roles.flatMap((role) => role.codes))
  const inside = person.tenantId === ctx.tenantId ? ctx : ctx.as({ ...ctx.user, tenantId: person.tenantId }, ctx.zone)
  const { query } = person.tenantId === ctx.tenantId ? ctx : ctx.platform.asTenant(person.tenantId)
  const cutAreas = !everything && (person.areaIds.length > 0 || seesOwnAreas(aliases))
  const cutProjects = !everything && person.projectIds.length > 0
  const areas = await placesOf(inside, query, 'area', cutAreas ? [...person.areaIds, ...person.managed] : null)
  const projects = await placesOf(inside, query, 'project', cutProjects ? person.projectIds : null)
  const menus = ctx.platform.port(menusPort).pages()
  const shown = everything ? new Set(menus.flatMap(({ permissions }) => permissions.map(({ code }) => code))) : codes
  const placesText = ({ all, count, names }: SightPlaces): SightPlaces => ({ all, count, names })
  return {
    roles: roles.map(({ name }) => name),
    areas: placesText(areas),
    projects: placesText(projects),
    rows: await rowsOf(inside, query, shown, { areas: areas.all ? null : areas.ids, projects: projects.all ? null : projects.ids }),
    scopes: [...new Set(roles.flatMap(({ scopes }) => scopes))],
    pages: await pagesOf(ctx, everything ? null : codes),
  }
}
