import { actionPermission } from '@lamplight/kit'
import { type Ctx, errors, fieldError, grantedOnly, refuseUnseen, route, T } from '@lamplight/server-kit'
import { devicesErrors, gateway } from '../model/index.ts'
import { BatchReturns } from './commands.ts'
import { rebootGateways } from './gateway-reboot.ts'

const AT_MOST = 10_000
const MEMBERS = 'select r.gateway_id from devices_group_member m join devices_registry r on r.device_id = m.device_id where m.group_id = $2'

interface Named {
  readonly gwSns?: string | readonly string[] | undefined
  readonly groupId?: string | undefined
  readonly projectId?: string | undefined
}

const serialsIn = (gwSns: NonNullable<Named['gwSns']>): string[] => [
  ...new Set((typeof gwSns === 'string' ? gwSns.split(',') : gwSns).map((sn) => sn.trim()).filter(Boolean)),
]

const find = async (ctx: Ctx, condition: string, value: unknown): Promise<string[]> => {
  const params: unknown[] = [ctx.tenantId, value]
  const rows = await ctx.query<{ id: string }>(
    `select t.id::text as id from devices_gateway t where t.tenant_id = $1 and t.status = 1 and not t.is_deleted and ${condition}
     ${grantedOnly(ctx.user, params, { project: 't.project_id', area: 't.area_id' })} order by t.sn limit ${AT_MOST}`,
    params,
  )
  return rows.map(({ id }) => id)
}

/** Ids of the gateways that a call names: by serial numbers, by a group (the gateways of its devices), or by a project. */
const gatewaysNamed = async (ctx: Ctx, { gwSns, groupId, projectId }: Named): Promise<string[]> => {
  if (groupId) {
    const [group] = await ctx.query('select 1 from devices_group where id = $1 and not is_deleted', [groupId])
    if (!group) throw devicesErrors.groupMissing({}, 'groupId')
    return find(ctx, `t.id in (${MEMBERS})`, groupId)
  }
  if (projectId) {
    await refuseUnseen(ctx, ctx.query, 'places.project', [projectId], 'projectId')
    return find(ctx, 't.project_id = $2', projectId)
  }
  const sns = serialsIn(gwSns ?? '')
  if (sns.length === 0) throw errors.missingParameter({ field: 'gwSns' }, 'gwSns')
  const ids = sns.length <= AT_MOST ? await find(ctx, 't.sn = any($2::text[])', sns) : []
  if (ids.length !== sns.length) throw devicesErrors.deviceMissing({}, 'gwSns')
  return ids
}

/**
 * Restarts gateways (gateway.reboot). Written by hand, because the call names the gateways by serial numbers, a group or a project. The action
 * of the list of gateways sends the same command to its rows.
 */
export const gatewayRebootRoute = route({
  method: 'POST',
  path: '/api/blade-device/gateway/reboot',
  summary: ['重启网关', 'Restart gateways'],
  example: { body: { gwSns: 'GW-0001' } },
  permission: actionPermission(gateway, 'reboot'),
  body: T.Object({
    gwSns: T.Optional(T.Union([T.String(), T.Array(T.String())], { description: 'serial numbers, comma-joined or an array' })),
    groupId: T.Optional(T.String({ pattern: '^[0-9]{0,19}$', description: 'the gateways that connect the devices of a group' })),
    projectId: T.Optional(T.String({ pattern: '^[0-9]{0,19}$' })),
  }),
  returns: BatchReturns,
  handler: async ({ ctx, body, headers }) => {
    const given = [body.gwSns, body.groupId, body.projectId].filter((one) => one !== undefined && one.length > 0)
    if (given.length > 1)
      throw fieldError(
        'gwSns',
        ['gwSns、groupId 和 projectId 只能填写一个', 'cannot be given together with groupId or projectId'],
        ctx.lang,
      )
    return rebootGateways(ctx, { deviceIds: await gatewaysNamed(ctx, body), groupId: body.groupId || null }, headers, body)
  },
})
