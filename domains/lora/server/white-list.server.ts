import { sendWanted } from '@lamplight/control/server'
import { type Ctx, onServer, type Query } from '@lamplight/server-kit'
import { loraErrors, MOST_MODULES, whiteList, whiteListFamily, whiteListValue } from '../model/index.ts'

const TABLE = 'lora_white_list'

/** Sends the white list of a gateway, without the rows `leaving`, to it. The lock keeps a list that another request changes at the same time complete. */
const sendList = async (ctx: Ctx, query: Query, loraId: string, leaving: readonly string[] = []): Promise<void> => {
  await query('select 1 from lora_gateway where id = $1 for update', [loraId])
  const rows = await query<{ sn: string }>(
    `select module_sn as sn from ${TABLE} where lora_id = $1 and not is_deleted and not id = any($2) order by module_sn`,
    [loraId, leaving],
  )
  if (rows.length > MOST_MODULES) throw loraErrors.listFull({ n: MOST_MODULES }, 'loraId')
  await sendWanted(ctx, { family: whiteListFamily, value: whiteListValue(rows.map(({ sn }) => sn)) }, [loraId])
}

const place = (column: string): string => `(select g.${column} from lora_gateway g where g.id = t.lora_id)`

/** White lists: each change is sent to the gateways in the transaction of the write. Users limited to places see the lists of the gateways there. */
export const whiteListServer = onServer(whiteList, {
  place: { project: place('project_id'), area: place('area_id') },
  joined: { sql: '', fields: { status: `control_params_applied('${whiteListFamily.name}', array[t.lora_id])` } },
  afterWrite: async ({ ctx, query, row, old }) => {
    const changed = new Set([row.loraId, ...(old ? [old.loraId] : [])])
    for (const loraId of [...changed].sort()) await sendList(ctx, query, loraId)
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const ids = rows.map(({ id }) => id)
    for (const loraId of [...new Set(rows.map((row) => row.loraId))].sort()) await sendList(ctx, query, loraId, ids)
  },
})

/** Leaves nothing that refers to removed gateways: white lists go with them, modules and roots stay without a gateway. */
export const removeWithGateway = async ({
  query,
  rows,
}: {
  readonly query: Query
  readonly rows: readonly { readonly id: string }[]
}): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  await query(`update ${TABLE} set is_deleted = true, update_time = now() where lora_id = any($1) and not is_deleted`, [ids])
  for (const table of ['lora_module', 'lora_root'])
    await query(`update ${table} set lora_id = null, update_time = now() where lora_id = any($1)`, [ids])
}
