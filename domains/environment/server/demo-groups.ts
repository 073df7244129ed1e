import { group } from '@lamplight/devices/model'
import { seedRows, setKindMembers } from '@lamplight/devices/server'
import { type Platform, tableOf } from '@lamplight/server-kit'
import { trash, trashType, well, wellType } from '../model/index.ts'

/** Devices of a group at most. */
const MEMBERS = 12
const GROUPS = [
  { resource: trash, type: trashType, name: ['清运一线垃圾桶', 'Bins of collection route 1'], remark: ['每天清运', 'Emptied every day'] },
  { resource: well, type: wellType, name: ['主干道井盖', 'Covers of the main roads'], remark: ['按周巡检', 'Inspected every week'] },
] as const

/** In a demo: a group of bins and a group of covers, each with the first devices of its type. */
export const seedGroups = async (platform: Platform): Promise<void> => {
  for (const { resource, type, name, remark } of GROUPS)
    await seedRows(
      platform,
      group,
      () => [{ groupName: name[0], devType: type.code, remark: remark[0] }],
      async (ctx, [id = '']) => {
        const members = await ctx.query<{ id: string }>(
          `select id::text as id from ${tableOf(resource)} where tenant_id = $1 and not is_deleted order by sn limit ${MEMBERS}`,
          [ctx.tenantId],
        )
        await setKindMembers(
          ctx,
          id,
          type.code,
          members.map((one) => one.id),
        )
      },
      `dev_type = ${type.code}`,
    )
}
