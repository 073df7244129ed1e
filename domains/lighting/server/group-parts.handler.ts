import { actionPermission, exampleId, type Text } from '@lamplight/kit'
import { A, type Ctx, type Route, refuseUnseen, route, seenRows, T } from '@lamplight/server-kit'
import { controller } from '../model/index.ts'
import { lightingErrors } from '../model/lighting.errors.ts'
import { controllerServer } from './controller.server.ts'
import { assignPart, type Part } from './power-model.ts'

const Id = T.String({ pattern: '^[0-9]{1,19}$' })

/** Ids of the lamp controllers of a group that the user sees. */
const controllersOf = async (ctx: Ctx, groupId: string): Promise<string[]> => {
  const params: unknown[] = [groupId]
  const rows = await ctx.query<{ id: string }>(
    `select t.id::text as id from lighting_controller t where t.id = any(array(select m.device_id from devices_group_members m where m.group_id = $1))
     and ${seenRows(controllerServer, ctx.user, params)} order by t.id`,
    params,
  )
  return rows.map(({ id }) => id)
}

/** Written by hand: the action of the resource takes rows or a filter of its list, these calls take a group. */
const groupPart = (
  path: 'source' | 'cap',
  { part, resource, action, summary }: { part: Part; resource: string; action: string; summary: Text },
): Route =>
  route({
    method: 'POST',
    path: `/api/blade-city/controller/group/set/${path}`,
    summary,
    example: { body: { groupId: exampleId('devices.group'), [part]: exampleId(resource) } },
    permission: actionPermission(controller, action),
    body: T.Object({ groupId: Id, [part]: Id }),
    returns: A.count,
    handler: async ({ ctx, body }) => {
      const { groupId, [part]: id } = body as Readonly<Record<string, string>>
      await refuseUnseen(ctx, ctx.query, 'devices.group', [groupId ?? ''], 'groupId')
      const ids = await controllersOf(ctx, groupId ?? '')
      if (ids.length === 0) throw lightingErrors.groupEmpty({}, 'groupId')
      return assignPart(ctx, part, id ?? '', ids)
    },
  })

export const groupPartRoutes: readonly Route[] = [
  groupPart('source', {
    part: 'constantCurrentSourceId',
    resource: 'lighting.constantCurrentSource',
    action: 'setSource',
    summary: ['为分组设置恒流源', 'Set the constant-current source of a group'],
  }),
  groupPart('cap', {
    part: 'capConfigId',
    resource: 'lighting.lampCap',
    action: 'setCap',
    summary: ['为分组设置灯头', 'Set the lamp cap of a group'],
  }),
]
