import type { Commands } from '@lamplight/control/server'
import { onServer } from '@lamplight/server-kit'
import { lamp } from '../model/lamp.resource.ts'
import { stateFields } from './controller.server.ts'

export const lampServer = onServer(lamp, {
  joined: { sql: 'left join devices_state s on s.device_id = t.controller_id', fields: stateFields },
  filters: {
    groupId: { sql: 't.controller_id in (select m.device_id from devices_group_member m where m.group_id = $)', type: 'id' },
    gatewayId: { sql: 't.controller_id in (select c.id from lighting_controller c where c.gateway_id = $)', type: 'id' },
    keyword: { sql: "(t.name ilike '%' || $::text || '%' or t.sn ilike '%' || $::text || '%')", type: 'text' },
  },
  actions: {
    dim: ({ ctx, ids, input }) =>
      ctx.platform
        .port<Commands>('control.commands')
        .create(ctx, { command: 'dim', level: input.level, duration: input.duration, selector: { lampIds: ids } }),
    close: ({ ctx, ids, input }) =>
      ctx.platform
        .port<Commands>('control.commands')
        .create(ctx, { command: 'dim', level: 0, duration: input.duration, selector: { lampIds: ids } }),
    release: ({ ctx, ids }) =>
      ctx.platform.port<Commands>('control.commands').create(ctx, { command: 'release', selector: { lampIds: ids } }),
  },
})
