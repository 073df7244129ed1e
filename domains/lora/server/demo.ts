import { seedPresets } from '@lamplight/control/server'
import { seedRows } from '@lamplight/devices/server'
import { type Platform, tableOf } from '@lamplight/server-kit'
import { families } from '../model/families.ts'
import { loraGateway, loraModule } from '../model/index.ts'
import { whiteList } from '../model/white-list.resource.ts'

/** Modules of the white list of a gateway. */
const MODULES = 3

/** In a demo: presets of the LoRa parameters, and a white list of one LoRa gateway with some modules. */
export const seedLora = async (platform: Platform): Promise<void> => {
  await seedPresets(
    platform,
    families,
    families.filter(({ name }) => name === 'loraModuleConfig'),
  )
  await seedRows(platform, whiteList, async (ctx) => {
    const [gateway] = await ctx.query<{ id: string }>(
      `select id::text as id from ${tableOf(loraGateway)} where tenant_id = $1 and not is_deleted order by sn limit 1`,
      [ctx.tenantId],
    )
    const modules = await ctx.query<{ sn: string; name: string }>(
      `select sn, name from ${tableOf(loraModule)} where tenant_id = $1 and not is_deleted order by sn limit ${MODULES}`,
      [ctx.tenantId],
    )
    return gateway ? modules.map(({ sn, name }) => ({ moduleSn: sn, loraId: gateway.id, remark: name })) : []
  })
}
