import { controllerType } from '@lamplight/devices/model'
import { moveGateway, storeGroup } from '@lamplight/devices/stored'
import { storeProject } from '@lamplight/places/stored'
import type { Platform } from '@lamplight/server-kit'

const PROJECT = ['智慧灯杆示范路', 'Smart pole street'] as const
/** Type of projects of smart poles. */
const POLES = 3
const GROUP = ['示范路单灯', 'Lamps of the smart pole street'] as const
/** A town needs this number of gateways, so that most of it stays city lighting. */
const LEAST = 3

/**
 * In a demo: the first gateway of a tenant, with its controllers, lamps and their posts, becomes a project of smart poles with a group of its
 * controllers. The other demo devices of the gateway are added later and take its project. Nothing without demo devices or demo rows.
 */
export const storePoles = async ({ system, config, newId }: Platform, tenantId: string): Promise<void> => {
  if (config.number('DEMO_ROWS', 1) === 0 || config.number('DEMO_DEVICES', 1) === 0) return
  await system.tx(async (query) => {
    const gateways = await query<{ id: string }>(
      'select id::text as id from devices_gateways where tenant_id = $1 and not is_deleted order by sn',
      [tenantId],
    )
    const [first] = gateways
    if (!first || gateways.length < LEAST) return
    const [projectId, groupId] = [newId(), newId()]
    await storeProject(query, { id: projectId, tenantId, name: PROJECT[0], type: POLES, sort: 4 })
    const moved = [projectId, first.id]
    await moveGateway(query, first.id, projectId)
    await query('update lighting_controller set project_id = $1 where gateway_id = $2', moved)
    await query(
      'update lighting_lamp l set project_id = $1 from lighting_controller c where c.id = l.controller_id and c.gateway_id = $2',
      moved,
    )
    await query(
      `update lighting_post p set project_id = $1 from lighting_lamp l join lighting_controller c on c.id = l.controller_id
       where l.post_id = p.id and c.gateway_id = $2`,
      moved,
    )
    const devices = await query<{ id: string }>('select id::text as id from lighting_controller where gateway_id = $1', [first.id])
    const members = devices.map(({ id }) => id)
    await storeGroup(query, { id: groupId, tenantId, name: GROUP[0], type: controllerType.code, system: POLES, members })
  })
}
