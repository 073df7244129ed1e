import { sendWanted } from '@lamplight/control/server'
import type { Row } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type Ctx, onServer, type Query, readRow } from '@lamplight/server-kit'
import { baseFields, concentratorBase, concentratorConfig } from '../model/index.ts'

type Config = Row<typeof concentratorConfig>
const NAMES = Object.keys(baseFields) as (keyof typeof baseFields)[]

/** Sends a configuration to the concentrator with its serial number. Returns false if there is none that the user may see. */
const send = async (ctx: Ctx, query: Query, config: Config): Promise<boolean> => {
  const found = await query<{ id: string }>('select id from cabinets_concentrator where sn = $1 and tenant_id = $2 and not is_deleted', [
    config.sn,
    config.tenantId,
  ])
  const value = Object.fromEntries(NAMES.map((name) => [name, config[name]])) as ParamValue
  return (
    (await sendWanted(
      ctx,
      { family: concentratorBase, value },
      found.map(({ id }) => id),
    )) !== null
  )
}

/** Base configurations: a changed one is sent at once; the action sends it again. */
export const concentratorConfigServer = onServer(concentratorConfig, {
  afterWrite: async ({ ctx, query, row, old }) => {
    if (!old || ['sn' as const, ...NAMES].some((name) => old[name] !== row[name])) await send(ctx, query, row)
  },
  actions: {
    send: async ({ ctx, ids }) =>
      ctx.tx(async (query) => {
        const raw = await query('select * from cabinets_concentrator_config where id = any($1::bigint[]) and not is_deleted order by id', [
          ids,
        ])
        const rows = raw.map((one) => readRow(concentratorConfig, one) as unknown as Config)
        let count = 0
        for (const row of rows) if (await send(ctx, query, row)) count += 1
        await ctx.audit({ what: `${concentratorConfig.name}.send`, target: ids.slice(0, 50).join(','), count }, query)
        return { count }
      }),
  },
})
