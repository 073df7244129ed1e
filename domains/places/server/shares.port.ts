import { actingPort, type Ctx, type Platform, treeIds } from '@lamplight/server-kit'
import type { Share, Shares } from '../model/ports.ts'

const BELOW = (table: string) => `array(${treeIds({ table, from: { id: 's.at' } })})`

interface ShareRow {
  readonly tenantId: string
  readonly name: string
  readonly areaIds: readonly string[]
  readonly projectIds: readonly string[]
  readonly areas: string | null
  readonly projects: string | null
  /** Users who made and who last edited the share. */
  readonly userIds: readonly (string | null)[]
}

/** Returns the places of one kind that are chosen (null: any) and that each of these users sees; null: any. */
const commonPlaces = async (
  platform: Platform,
  users: readonly Ctx[],
  kind: 'area' | 'project',
  chosen: readonly string[] | null,
): Promise<readonly string[] | null> => {
  let left = chosen
  for (const { user } of users) {
    if (!user.cut[`${kind}s`]) continue
    const rows = await platform.system.query<{ id: string }>(
      'select ref_id::text as id from identity_grants where user_id = $1 and kind = $2',
      [user.id, kind],
    )
    const seen = new Set(rows.map(({ id }) => id))
    left = left === null ? [...seen] : left.filter((id) => seen.has(id))
  }
  return left
}

export const createShares = (platform: Platform): Shares => ({
  find: async (code) => {
    const [row] = await platform.system.query<ShareRow>(
      `select m.tenant_id as "tenantId", m.name, m.area_id as areas, m.project_id as projects,
         array[m.create_user::text, coalesce(m.update_user, m.create_user)::text] as "userIds",
         (select ${BELOW('places_area')} from (select m.area_id as at) s) as "areaIds",
         (select ${BELOW('places_project')} from (select m.project_id as at) s) as "projectIds"
       from places_map_share m join identity_tenants t on t.tenant_id = m.tenant_id and not t.is_deleted
       where m.share_code = $1 and not m.is_deleted and m.enabled and m.expire_time > $2 and (t.expire_time is null or t.expire_time > $2)`,
      [code, new Date(platform.clock.now())],
    )
    if (!row) return null
    const acting = platform.port(actingPort)
    const users: Ctx[] = []
    for (const id of new Set(row.userIds)) {
      const ctx = id === null ? null : await acting.as(id, 'zh')
      if (!ctx) return null
      users.push(ctx)
    }
    const share: Share = {
      tenantId: row.tenantId,
      name: row.name,
      areaIds: await commonPlaces(platform, users, 'area', row.areas ? row.areaIds : null),
      projectIds: await commonPlaces(platform, users, 'project', row.projects ? row.projectIds : null),
      isAllowed: (permission) => users.every(({ user }) => user.permissions.has(permission)),
    }
    return share
  },
})
