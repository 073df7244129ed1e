import type { MenuItem, Permission } from '@lamplight/kit'
import { type Platform, registryPort, type Scopes, tableOf, treeIds } from '@lamplight/server-kit'
import { menusPort } from '@lamplight/system/model'
import { SCOPE } from '../../model/data-scope.resource.ts'

/** Categories of scopes in `identity_role_scope`. */
export const CATEGORY = { data: 1, api: 2, mini: 3 } as const

export interface RoleScope {
  readonly category: number
  /** Code of its menu. */
  readonly menu: string
  readonly type: number
  readonly depts: readonly string[]
  readonly path: string
  readonly code: string
}
/** SQL of the scopes of the role `r`, as an array of `RoleScope`. */
export const ROLE_SCOPES = `array(
  select jsonb_build_object('category', 1, 'menu', m.code, 'type', d.scope_type, 'path', '', 'code', d.resource_code,
    'depts', (select coalesce(jsonb_agg(x::text), '[]') from unnest(d.scope_depts) x))
  from identity_role_scope s join identity_data_scope d on d.id = s.scope_id and not d.is_deleted
    join system_menus m on m.id = d.menu_id where s.role_id = r.id and s.category = 1
  union all
  select jsonb_build_object('category', 2, 'menu', m.code, 'type', a.scope_type, 'path', a.scope_path, 'code', a.resource_code, 'depts', '[]'::jsonb)
  from identity_role_scope s join identity_api_scope a on a.id = s.scope_id and not a.is_deleted
    join system_menus m on m.id = a.menu_id where s.role_id = r.id and s.category = 2)`

/** The path of a call without `/api`, as in API scopes. */
export const plainPath = (path: string): string => path.replace(/^\/api(?=\/)/, '').replace(/\/+$/, '')

interface Page {
  readonly item: MenuItem
  readonly permissions: readonly Permission[]
}
const pageOf = (platform: Platform, code: string): Page | undefined =>
  platform
    .port(menusPort)
    .pages()
    .find(({ item }) => item.code === code)
const servedOf = (platform: Platform, { item }: Page) => platform.port(registryPort).resources.get(item.resource ?? '')
/** Returns the table that a data scope on this page limits; null if the page shows no rows made by users of a tenant. */
export const tableCut = (platform: Platform, menu: string): string | null => {
  const page = pageOf(platform, menu)
  const resource = page && servedOf(platform, page)?.resource
  return resource && resource.scope !== 'global' ? tableOf(resource) : null
}

/** Combines the data and API scopes of a user's roles. Of several data scopes the widest applies; paths of API scopes are united. */
export const createScopes = (platform: Platform) => {
  const below = async (ids: readonly string[]): Promise<string[]> => {
    const rows = await platform.system.query<{ id: string }>(treeIds({ table: 'identity_dept', from: { ids: '$1' } }), [ids])
    return rows.map(({ id }) => id)
  }
  const departments = async ({ type, depts }: RoleScope, own: readonly string[]): Promise<readonly string[]> => {
    if (type === SCOPE.dept) return own
    if (type === SCOPE.below) return below(own)
    return type === SCOPE.chosen ? depts : []
  }

  const dataOf = async (scopes: readonly RoleScope[], own: readonly string[]): Promise<Record<string, string[]>> => {
    const tables: Record<string, string[]> = {}
    for (const [menu, ofMenu] of Map.groupBy(scopes, (scope) => scope.menu)) {
      const table = tableCut(platform, menu)
      if (!table || ofMenu.some(({ type }) => type === SCOPE.all)) continue
      const found = await Promise.all(ofMenu.map((scope) => departments(scope, own)))
      tables[table] = [...new Set(found.flat())]
    }
    return tables
  }
  const callsOf = (scopes: readonly RoleScope[]) =>
    [...Map.groupBy(scopes, (scope) => scope.menu)].flatMap(([menu, ofMenu]) => {
      const page = pageOf(platform, menu)
      if (!page) return []
      const resource = servedOf(platform, page)?.resource
      return {
        bases: resource ? [resource.api.base, ...(resource.api.alias ?? [])].map((base) => `/${base}/`) : [],
        permissions: new Set(page.permissions.map(({ code }) => code)),
        paths: ofMenu.map(({ path }) => plainPath(path)),
        codes: new Set(ofMenu.map(({ code }) => code)),
      }
    })

  return async (scopes: readonly RoleScope[], deptIds: readonly string[]): Promise<Scopes | undefined> => {
    if (scopes.length === 0) return undefined
    const tables = await dataOf(
      scopes.filter(({ category }) => category === CATEGORY.data),
      deptIds,
    )
    const calls = callsOf(scopes.filter(({ category }) => category === CATEGORY.api))
    const names = Object.keys(tables)
    return {
      tables: new Set(names),
      claim: names.length > 0 ? JSON.stringify(tables) : '',
      refuses: (path, permission) => {
        const prefix = `${plainPath(path)}/`
        return calls.some(
          ({ bases, permissions, paths, codes }) =>
            (permissions.has(permission) || bases.some((base) => prefix.startsWith(base))) &&
            !codes.has(permission) &&
            !paths.some((allowed) => prefix.startsWith(`${allowed}/`)),
        )
      },
    }
  }
}
