import type { ResourceDefinition } from '@lamplight/kit'
import { actingPort, addRow, type Ctx, inTransaction, type Platform, tableOf } from '@lamplight/server-kit'

type Values = Readonly<Record<string, unknown>>

/** Contexts of the first users of the tenants whose gateways the virtual city plays; none if the deployment is no demo, or without `DEMO_ROWS`. */
export const demoUsers = async (platform: Platform): Promise<readonly Ctx[]> => {
  if (!platform.config.demo || platform.config.number('DEMO_ROWS', 1) === 0) return []
  const users = await platform.system.query<{ id: string }>(
    `select min(u.id)::text as id from identity_users u where not u.is_deleted
       and exists (select from devices_gateway g join devices_credential c on c.gateway_id = g.id and c.virtual where g.tenant_id = u.tenant_id and not g.is_deleted)
     group by u.tenant_id order by u.tenant_id`,
  )
  const contexts = await Promise.all(users.map(({ id }) => platform.port(actingPort).as(id, 'zh')))
  return contexts.filter((ctx): ctx is Ctx => ctx !== null)
}

/**
 * Adds rows to each demo tenant that never had a row of the resource, with the checks and hooks of its own call. `rowsOf` returns the fields of the
 * rows; `after` receives their ids in the same transaction. `among`: SQL condition; if it is given, only rows that meet it count.
 */
export const seedRows = async (
  platform: Platform,
  resource: ResourceDefinition,
  rowsOf: (ctx: Ctx) => readonly Values[] | Promise<readonly Values[]>,
  after?: (ctx: Ctx, ids: readonly string[]) => Promise<unknown>,
  among = 'true',
): Promise<void> => {
  for (const user of await demoUsers(platform)) {
    const [known] = await platform.system.query(`select 1 from ${tableOf(resource)} where tenant_id = $1 and ${among} limit 1`, [
      user.tenantId,
    ])
    if (known) continue
    await inTransaction(user, async (ctx) => {
      const ids: string[] = []
      for (const values of await rowsOf(ctx)) ids.push(await addRow(ctx, resource, values))
      await after?.(ctx, ids)
    })
  }
}
