import { linkageInstance, linkageTemplate } from '@lamplight/linkage/model'
import { recordPast } from '@lamplight/linkage/server'
import { actingPort, addRow, type Ctx, inTransaction, type PastSpan, type Platform, tableOf } from '@lamplight/server-kit'
import { dustAt } from '@lamplight/town'
import { envSensor } from '../model/env-sensor.resource.ts'
import { envSensorType, spray, sprayType } from '../model/index.ts'

/** Devices of each kind that the demo linkage binds. */
const BOUND = 4
const [HALF_HOUR_MS, PER_DAY] = [1_800_000, 48]
/** The demo linkage begins with records of at most this many past days. */
const DAYS_MOST = 7
/** Highest limit of the demo linkage, PM2.5 in µg/m³: the daily limit of GB 3095-2012, class 2. */
const DUST_LIMIT = 75
/** Returns the limit of the demo linkage, µg/m³: at most 80 % of the highest value of the past days, so that the linkage has fired at least once. */
const dustLimit = ({ clock, config }: Platform): number => {
  const count = Math.min(DAYS_MOST, config.number('DEMO_NIGHTS', DAYS_MOST)) * PER_DAY
  const past = Array.from({ length: count }, (_, n) => dustAt(clock.now() - (n + 1) * HALF_HOUR_MS))
  return count === 0 ? DUST_LIMIT : Math.min(DUST_LIMIT, Math.floor(0.8 * Math.max(...past)))
}
/** Names of the rows, which are Chinese like those of the demo city. */
const WORDS = {
  dust: ['扬尘喷淋', 'Spray against dust'],
  heat: ['高温喷淋', 'Spray against heat'],
  dustAt: ['主干道扬尘喷淋', 'Spray on the main road'],
} as const

const seedTenant = async (ctx: Ctx, sensors: readonly string[], sprays: readonly string[]): Promise<void> => {
  const limit = dustLimit(ctx.platform)
  const dust = { property: 'pm25', operator: 1, value: String(limit), againValue: String(Math.floor(0.8 * limit)) }
  const types = { toggleDevType: envSensorType.code, devType: sprayType.code }
  const templateId = await addRow(ctx, linkageTemplate, {
    name: WORDS.dust[0],
    ...types,
    ...dust,
    holdSeconds: 300,
    actions: [{ cmd: 'spray', args: '{"level":50,"minutes":30}', delay: 0 }],
  })
  await addRow(ctx, linkageTemplate, {
    name: WORDS.heat[0],
    ...types,
    property: 'temperature',
    operator: 1,
    value: '36',
    againValue: '34',
    holdSeconds: 600,
    actions: [
      { cmd: 'spray', args: '{"level":80,"minutes":10}', delay: 0 },
      { cmd: 'spray', args: '{"level":30,"minutes":20}', delay: 600 },
    ],
  })
  const [toggleDevIds, devIds] = [sensors.join(','), sprays.join(',')]
  const shadow = { instanceName: WORDS.dustAt[0], templateId, toggleDevIds, devIds, enable: 2, cooldown: 600 }
  await addRow(ctx, linkageInstance, shadow)
}

/** Context of the first user of a tenant; null if it has none. */
const firstUser = async (platform: Platform, tenant: string): Promise<Ctx | null> => {
  const [user] = await platform.system.query<{ id: string }>(
    'select id::text as id from identity_users where tenant_id = $1 and not is_deleted order by id limit 1',
    [tenant],
  )
  return (user && (await platform.port(actingPort).as(user.id, 'zh'))) ?? null
}

/** Stores records of the linkages of dust sensors and spray devices, computed from the past values of the sensors. */
export const recordDust = async (platform: Platform, { at }: PastSpan): Promise<void> => {
  if (platform.config.number('DEMO_ROWS', 1) === 0) return
  const tenants = await platform.system.query<{ tenant: string }>(
    `select distinct tenant_id as tenant from ${tableOf(envSensor)} where not is_deleted`,
  )
  for (const { tenant } of tenants) {
    const ctx = await firstUser(platform, tenant)
    if (ctx) await inTransaction(ctx, (inside) => recordPast(inside, WORDS.dustAt[0], at))
  }
}

/**
 * In a demo: adds a linkage of dust sensors and spray devices to each city that never had one. Its first user is the author. The linkage is in shadow
 * mode: it stores records and sends no commands.
 */
export const seedDust = async (platform: Platform): Promise<void> => {
  if (!platform.config.demo) return
  const idsOf = (tenantId: string, resource: typeof envSensor | typeof spray) =>
    platform.system.query<{ id: string }>(
      `select id::text as id from ${tableOf(resource)} where tenant_id = $1 and not is_deleted order by sn limit ${BOUND}`,
      [tenantId],
    )
  const tenants = await platform.system.query<{ tenant: string }>(
    `select distinct t.tenant_id as tenant from ${tableOf(envSensor)} t where not t.is_deleted
     and not exists (select from linkage_templates l where l.tenant_id = t.tenant_id)`,
  )
  for (const { tenant } of tenants) {
    const [sensors, sprays] = [await idsOf(tenant, envSensor), await idsOf(tenant, spray)]
    const ctx = await firstUser(platform, tenant)
    if (!ctx || sprays.length === 0) continue
    await inTransaction(ctx, (inside) =>
      seedTenant(
        inside,
        sensors.map(({ id }) => id),
        sprays.map(({ id }) => id),
      ),
    )
  }
}
