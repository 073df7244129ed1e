/** Projects and areas that seeds and imports of other slices store and remove, without the checks of the calls. */
import { insertMany, type Query } from '@lamplight/server-kit/data'

export interface StoredProject {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly type: number
  readonly sort: number
  readonly parentId?: string | null
  readonly createUser?: string
}
export const storeProject = async (query: Query, one: StoredProject): Promise<void> => {
  await query(
    'insert into places_projects (id, tenant_id, name, type, sort, parent_id, create_user, update_user) values ($1, $2, $3, $4, $5, $6, $7, $7)',
    [one.id, one.tenantId, one.name, one.type, one.sort, one.parentId ?? null, one.createUser ?? null],
  )
}

export interface StoredArea {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  /** Names of the areas above it and its own. */
  readonly fullName: string
  readonly code?: string
  readonly parentId: string | null
  readonly sort: number
}
export const storeAreas = (query: Query, rows: readonly StoredArea[]): Promise<void> =>
  insertMany(
    query,
    'places_areas',
    [
      ['id', 'bigint'],
      ['tenant_id', 'text'],
      ['area_name', 'text'],
      ['area_full_name', 'text'],
      ['area_code', 'text'],
      ['parent_id', 'bigint'],
      ['sort', 'int'],
    ],
    rows.map(({ id, tenantId, name, fullName, code = null, parentId, sort }) => [id, tenantId, name, fullName, code, parentId, sort]),
  )

/** Removes those of the areas that nobody has changed since they were added, that have no areas below them, and to which nobody is assigned. */
export const removeUnusedAreas = async (query: Query, ids: readonly string[]): Promise<void> => {
  await query(
    `update places_areas a set is_deleted = true, update_time = now()
     where a.id = any($1::bigint[]) and not a.is_deleted and a.update_time = a.create_time
       and not exists (select from places_areas b where b.parent_id = a.id and not b.is_deleted)
       and not exists (select from identity_grants i where i.kind = 'area' and i.ref_id = a.id and (i.named or i.managed))`,
    [ids],
  )
}
