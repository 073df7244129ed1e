import { permissionOf, type ResourceDefinition, snake } from '@lamplight/kit'
import type { User } from './context-types.ts'
import { userConditions } from './list-query.ts'
import type { LiveTopic, RowPlace } from './live-audience.ts'
import type { ResourceServer } from './slice-types.ts'
import { tableOf } from './tables.ts'

type Sighted = Pick<ResourceServer, 'resource' | 'implementation'>

/** True if the user may list the rows of a resource. */
export const mayList = ({ permissions }: Pick<User, 'permissions'>, resource: ResourceDefinition): boolean =>
  permissions.has(permissionOf(resource, 'list'))

/**
 * SQL condition over `t`: a row of the tenant that lists of the resource show to the user; with `removed`, a removed row that they showed.
 * Adds to `params`. The right to list is checked by `mayList`.
 */
export const seenRows = ({ resource, implementation }: Sighted, user: User, params: unknown[], { removed = false } = {}): string =>
  [removed ? 't.is_deleted' : 'not t.is_deleted', ...userConditions(resource, implementation, user, params)].join(' and ')

/** True if neither grants nor data scopes hide rows of the resource in the user's tenant. */
export const seesWhole = ({ resource, implementation }: Sighted, user: User): boolean =>
  userConditions(resource, implementation, user, []).length === 0 && !user.scopes?.tables.has(tableOf(resource))

/** Reads the places of rows by the value of the column `key`. */
const placesIn = ({ fields, ...resource }: ResourceDefinition, key: string): NonNullable<LiveTopic['placesOf']> => {
  const column = (name: 'projectId' | 'areaId'): string => (name in fields ? snake(name) : 'null::bigint')
  const sql = `select ${key} as key, ${column('projectId')} as project_id, ${column('areaId')} as area_id from ${tableOf(resource)}
    where ${key} = any($1::bigint[]) and not is_deleted`
  return async ({ system }, keys) =>
    (await system.query<{ key: string; project_id: string | null; area_id: string | null }>(sql, [keys])).map((row) => [
      row.key,
      [row.project_id, row.area_id] satisfies RowPlace,
    ])
}

/**
 * A live topic whose changes are about the rows of a resource: those who see a row in the list receive its changes. The key of a change is the id of the
 * row, or the value of the field `by`.
 */
export const rowTopic = (
  resource: ResourceDefinition,
  { by, merge }: { readonly by?: string; readonly merge?: LiveTopic['merge'] } = {},
): LiveTopic => ({
  permission: permissionOf(resource, 'list'),
  table: tableOf(resource),
  placesOf: placesIn(resource, by === undefined ? 'id' : snake(by)),
  ...(merge && { merge }),
})
