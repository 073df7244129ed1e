import { controllerType } from '@lamplight/devices/model'
import { onDevice } from '@lamplight/devices/server'
import { projectTypeFilter } from '@lamplight/places/server'
import { errors } from '@lamplight/server-kit'
import { controller } from '../model/controller.resource.ts'

export const controllerServer = onDevice(controller, controllerType, {
  filters: {
    ...projectTypeFilter,
    groupId: { sql: 't.id = any(array(select m.device_id from devices_group_members m where m.group_id = $))', type: 'id' },
    gwSn: { sql: 't.gateway_id = any(array(select g.id from devices_gateways g where g.sn = $))', type: 'text' },
    deviceId: { sql: 't.id = $', type: 'id' },
    // 3: controllers of smart-pole projects (type 3); 2: all others (decisions.md A14).
    systemType: {
      sql: '(($)::int = 3) = exists (select from places_projects p where p.id = t.project_id and p.type = 3)',
      type: 'int',
    },
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query<{ name: string }>(
      'select name from lighting_lamp where controller_id = any($1) and not is_deleted limit 1',
      [rows.map(({ id }) => id)],
    )
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? `灯具 ${used.name}` : `lamp ${used.name}` })
  },
})
