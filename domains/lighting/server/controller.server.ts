import { controllerType } from '@lamplight/devices/model'
import { joinedState, onDevice } from '@lamplight/devices/server'
import { type ActionCall, errors } from '@lamplight/server-kit'
import { controller } from '../model/controller.resource.ts'
import { assignPart } from './power-model.ts'
import { statesKept } from './state-totals.task.ts'

const stateIn = (states: string) => ({ currentControllerStatus: states })

export const controllerServer = onDevice(controller, controllerType, {
  joined: { ...joinedState(controller.fields, controllerType, 't.id'), kept: statesKept('t.id') },
  filters: {
    groupId: { sql: 't.id = any(array(select m.device_id from devices_group_members m where m.group_id = $))', type: 'id' },
    gwSn: { sql: 't.gateway_id = any(array(select g.id from devices_gateways g where g.sn = $))', type: 'text' },
    deviceId: { sql: 't.id = $', type: 'id' },
    // decisions.md B2: 0 all, 1 online, 2 offline, 3 fault, 4 not activated.
    status: { means: { 0: {}, 1: stateIn('1,2'), 2: stateIn('4'), 3: stateIn('3'), 4: stateIn('5') }, type: 'int' },
  },
  actions: {
    setSource: ({ ctx, ids, input }: ActionCall<{ constantCurrentSourceId: string }>) =>
      assignPart(ctx, 'constantCurrentSourceId', input.constantCurrentSourceId, ids),
    setCap: ({ ctx, ids, input }: ActionCall<{ capConfigId: string }>) => assignPart(ctx, 'capConfigId', input.capConfigId, ids),
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query<{ name: string }>(
      'select name from lighting_lamp where controller_id = any($1) and not is_deleted limit 1',
      [rows.map(({ id }) => id)],
    )
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? `灯具 ${used.name}` : `lamp ${used.name}` })
  },
})
