import { actingPort, addRow, type Ctx, inTransaction, type Platform, tableOf } from '@lamplight/server-kit'
import { visual } from '../model/visual.resource.ts'
import { DEMO_TITLE, demoBoard } from './demo-board.ts'

const seedTenant = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const id = await addRow(inside, visual, { title: DEMO_TITLE[0], category: '1', status: 1, content: JSON.stringify(demoBoard) })
    await inside.query(`update ${tableOf(visual)} set on_screen = true where id = $1`, [id])
  })

/** In a demo: adds a dashboard to each city that never had one, as its first user, and shows it on the data screen. */
export const seedBoards = async (platform: Platform): Promise<void> => {
  if (!platform.config.demo) return
  const tenants = await platform.system.query<{ tenant: string }>(
    `select distinct l.tenant_id as tenant from lighting_lamps l where not l.is_deleted
     and not exists (select from ${tableOf(visual)} v where v.tenant_id = l.tenant_id)`,
  )
  for (const { tenant } of tenants) {
    const [user] = await platform.system.query<{ id: string }>(
      'select id::text as id from identity_users where tenant_id = $1 and not is_deleted order by id limit 1',
      [tenant],
    )
    const ctx = user && (await platform.port(actingPort).as(user.id, 'zh'))
    if (ctx) await seedTenant(ctx)
  }
}
