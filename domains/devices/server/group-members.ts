import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'
import { devicesErrors } from '../model/index.ts'

/** Returns the ids of the devices of some types in a group of the tenant. */
export const membersOfGroup = async (ctx: Ctx, groupId: string, types: readonly DeviceTypeDefinition[]): Promise<string[]> => {
  const [group] = await ctx.query('select 1 from devices_group where id = $1 and not is_deleted', [groupId])
  if (!group) throw devicesErrors.groupMissing({}, 'groupId')
  const rows = await ctx.query<{ id: string }>(
    `select m.device_id::text as id from devices_group_member m join devices_registry r on r.device_id = m.device_id
     where m.group_id = $1 and r.type = any($2::smallint[])`,
    [groupId, types.map(({ code }) => code)],
  )
  return rows.map(({ id }) => id)
}
