import { createBatch, type OrderInput } from '@lamplight/control/server'
import { controllerType, REGISTRY_CHANGED } from '@lamplight/devices/model'
import { BatchReturns, joinedState } from '@lamplight/devices/server'
import type { Row } from '@lamplight/kit'
import { projectTypeFilter } from '@lamplight/places/server'
import { type Ctx, onServer, type Query } from '@lamplight/server-kit'
import { lamp } from '../model/lamp.resource.ts'
import { withPartsOf } from './power-model.ts'
import { statesKept } from './state-totals.task.ts'

/** Sends a command of a list action to the given lamps. */
const command = (ctx: Ctx, lampIds: string[], order: Pick<OrderInput, 'command'> & Partial<OrderInput>) =>
  createBatch(
    ctx,
    { level: null, duration: null, until: null, lampSelect: null, target: null, again: null, ...order, selector: { lampIds } },
    null,
  )

/** The fields of a lamp that its controller depends on, as text. If the text changes, the change of the controller is announced. */
const driven = ({ controllerId, power, minPower, minLevel }: Partial<Row<typeof lamp>>): string =>
  JSON.stringify([controllerId, power, minPower, minLevel])
const announce = async (ctx: Ctx, query: Query, lamps: readonly (Partial<Row<typeof lamp>> | null)[]): Promise<void> => {
  const ids = lamps.flatMap((one) => one?.controllerId ?? [])
  const sns = ids.length > 0 ? await query<{ sn: string }>('select sn from lighting_controller where id = any($1)', [ids]) : []
  if (sns.length > 0)
    ctx.emit(
      REGISTRY_CHANGED,
      sns.map(({ sn }) => sn),
    )
}

export const lampServer = onServer(lamp, {
  beforeWrite: async ({ query, draft, old }) => ({ ...draft, ...(await withPartsOf(query, draft, old)) }),
  afterWrite: async ({ ctx, query, row, old }) => {
    if (!old || driven(old) !== driven(row)) await announce(ctx, query, [row, old])
  },
  joined: {
    ...joinedState(lamp.fields, controllerType, 't.controller_id'),
    kept: statesKept('t.controller_id'),
  },
  // Arrays make the planner fetch the few rows by key. A scan in id order would read many other lamps before it finds the group's.
  filters: {
    ...projectTypeFilter,
    groupId: { sql: 't.controller_id = any(array(select m.device_id from devices_group_members m where m.group_id = $))', type: 'id' },
    gatewayId: {
      sql: 't.controller_id = any(array(select c.id from lighting_controller c where c.gateway_id = $ and not c.is_deleted))',
      type: 'id',
    },
    streetId: { sql: 't.post_id = any(array(select p.id from lighting_post p where p.street_id = $ and not p.is_deleted))', type: 'id' },
  },
  returns: { dim: BatchReturns, close: BatchReturns, release: BatchReturns },
  actions: {
    dim: ({ ctx, ids, input }) => command(ctx, ids, { command: 'dim', level: input.level, duration: input.duration }),
    close: ({ ctx, ids, input }) => command(ctx, ids, { command: 'off', duration: input.duration }),
    release: ({ ctx, ids }) => command(ctx, ids, { command: 'release' }),
  },
})
