import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'
import { devicesErrors } from '../../model/index.ts'

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

/** An audit entry names at most this many devices. */
export const TOLD = 50
/** Number of devices in a group, for the audit log. */
export const membersOf = async (query: Query, groupId: string): Promise<{ members: number }> => {
  const [row] = await query<{ n: number }>('select count(*)::int as n from devices_group_member where group_id = $1', [groupId])
  return { members: row?.n ?? 0 }
}
/** Serial numbers of devices, for the audit log. */
export const numbersOf = async (query: Query, ids: readonly string[]): Promise<string[]> =>
  (await query<{ sn: string }>(`select sn from devices_registry where device_id = any($1) order by sn limit ${TOLD}`, [ids])).map(
    ({ sn }) => sn,
  )
