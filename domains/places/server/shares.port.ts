import { type Platform, treeIds } from '@lamplight/server-kit'
import type { Share, Shares } from '../model/ports.ts'

const BELOW = (table: string) => `array(${treeIds({ table, from: { id: 's.at' } })})`

export const createShares = (platform: Platform): Shares => ({
  find: async (code) => {
    const [row] = await platform.system.query<Share & { areas: string | null; projects: string | null }>(
      `select m.tenant_id as "tenantId", m.name, m.area_id as areas, m.project_id as projects,
         (select ${BELOW('places_area')} from (select m.area_id as at) s) as "areaIds",
         (select ${BELOW('places_project')} from (select m.project_id as at) s) as "projectIds"
       from places_map_share m join identity_tenants t on t.tenant_id = m.tenant_id and not t.is_deleted
       where m.share_code = $1 and not m.is_deleted and m.enabled and m.expire_time > $2 and (t.expire_time is null or t.expire_time > $2)`,
      [code, new Date(platform.clock.now())],
    )
    if (!row) return null
    const { tenantId, name, areaIds, projectIds, areas, projects } = row
    return { tenantId, name, areaIds: areas ? areaIds : null, projectIds: projects ? projectIds : null }
  },
})
