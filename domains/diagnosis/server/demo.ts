import type { Text } from '@lamplight/kit'
import { actingPort, addRow, inTransaction, type Platform } from '@lamplight/server-kit'
import { checkConfig } from '../model/index.ts'

const NAME: Text = ['全市默认检测', 'Default checks of the city']

/** In a demo: gives each tenant with lamps a configuration of the fault checks, as its first user. Its values are the initial ones. */
export const seedCheckConfigs = async (platform: Platform): Promise<void> => {
  if (!platform.config.demo) return
  const tenants = await platform.system.query<{ tenant: string; user: string }>(
    `select u.tenant_id as tenant, min(u.id)::text as user from identity_users u where not u.is_deleted
       and exists (select 1 from devices_registered r join devices_virtual_gateways k on k.id = r.gateway_id where r.type = 4 and r.tenant_id = u.tenant_id)
       and not exists (select 1 from diagnosis_check_config c where c.tenant_id = u.tenant_id) group by 1 order by 1`,
  )
  for (const { user } of tenants) {
    const ctx = await platform.port(actingPort).as(user, 'zh')
    if (ctx) await inTransaction(ctx, (inside) => addRow(inside, checkConfig, { name: NAME[0], enable: 1, ...initialValues() }))
  }
}

/** Initial values of the fields of a configuration. */
const initialValues = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(checkConfig.fields).flatMap(([name, { options }]) =>
      'initial' in options && name !== 'enable' ? [[name, (options as { readonly initial: unknown }).initial]] : [],
    ),
  )
