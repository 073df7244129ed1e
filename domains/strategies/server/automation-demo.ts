import { nextWeekly, zoneOf } from '@lamplight/calendar'
import { templateOf } from '@lamplight/control/model'
import { LAMP_CONTROLLER } from '@lamplight/devices/model'
import { seedRows } from '@lamplight/devices/server'
import { actingPort, addRow, type Ctx, inTransaction, type Platform, tableOf } from '@lamplight/server-kit'
import { calendarLimit } from '../model/calendar-limit.resource.ts'
import { powerSupply } from '../model/power-supply.family.ts'
import { sunMode } from '../model/sun-mode.resource.ts'
import { RUN, timedRecord } from '../model/timed-record.resource.ts'
import { SWITCHES, timedSwitch } from '../model/timed-switch.resource.ts'
import { trashStrategy } from '../model/trash-strategy.resource.ts'

const LAMPS = 4
const NIGHTS = 3
const DAY_MS = 86_400_000
/** Names of the rows, which are Chinese like those of the demo city. */
const WORDS = {
  late: ['深夜调光', 'Dim late'],
  bins: ['默认策略', 'Default strategy'],
  standard: ['标准夜间', 'Standard night'],
  saving: ['节电', 'Saving'],
  mains: ['夜间市电', 'Mains by night'],
} as const

const seedTenant = async (ctx: Ctx, controllerIds: readonly string[]): Promise<void> => {
  const late = { time: '23:30', weekdays: '1,2,3,4,7' }
  // It is disabled, so that a demo city does by itself only what its lamps do.
  const values = { name: WORDS.late[0], repeat: 2, ...late, command: SWITCHES.level, level: 40 }
  const switchId = await addRow(ctx, timedSwitch, { ...values, enable: 0, controllerIds: controllerIds.join(',') })
  for (let night = NIGHTS; night > 0; night--) {
    const due = nextWeekly(late, zoneOf(ctx.zone), ctx.now().getTime() - (night * 2 + 1) * DAY_MS)
    const at = new Date(due)
    await ctx.query(
      `insert into ${tableOf(timedRecord)} (id, tenant_id, create_user, update_user, create_time, update_time, name, switch_id, due_at, ran_at, state, command, level, total)
       values ($1, $2, $3, $3, $4, $4, $5, $6, $4, $4, $7, $8, 40, $9)`,
      [ctx.platform.newId(), ctx.tenantId, ctx.user.id, at, WORDS.late[0], switchId, RUN.done, SWITCHES.level, controllerIds.length],
    )
  }
  await addRow(ctx, trashStrategy, { name: WORDS.bins[0], reportInterval: 30, fullThreshold: 80, windows: '06:00-22:00' })
  const segment = (minutes: number, level: number, motionLevel: number) => ({ minutes, level, motionLevel })
  const lux = { duskLux: 10, dawnLux: 30 }
  await addRow(ctx, sunMode, { name: WORDS.standard[0], ...lux, segments: [segment(300, 100, 100), segment(360, 40, 80)] })
  await addRow(ctx, sunMode, {
    name: WORDS.saving[0],
    ...lux,
    segments: [segment(180, 80, 100), segment(240, 30, 60), segment(240, 10, 60)],
  })
  const preset = templateOf(powerSupply)
  if (preset) await addRow(ctx, preset, { name: WORDS.mains[0], mode: 3, toMainsSoc: 20, toBatterySoc: 60, windows: '23:00-06:00' })
}

/** In a demo: limits of the oldest of the models. */
export const seedLimits = (platform: Platform): Promise<void> =>
  seedRows(platform, calendarLimit, async (ctx) => {
    const [model] = await ctx.query<{ id: string }>(
      'select min(id)::text as id from devices_models where tenant_id = $1 and not is_deleted',
      [ctx.tenantId],
    )
    return model?.id ? [{ modelId: model.id, entries: 6, specials: 4, heads: 1, sun: true, civil: false, sensor: false }] : []
  })

/** In a demo: adds timed switches, a trash strategy, solar modes and a power supply strategy to each city that never had them, as its first user. */
export const seedAutomation = async (platform: Platform): Promise<void> => {
  if (!platform.config.demo || platform.config.number('DEMO_STRATEGIES', 1) === 0) return
  const tenants = await platform.system.query<{ tenant: string; user: string }>(
    `select d.tenant, (select u.id::text from identity_users u where u.tenant_id = d.tenant and not u.is_deleted order by u.id limit 1) as user
     from (select distinct r.tenant_id as tenant from devices_registered r where r.type = ${LAMP_CONTROLLER}) d
     where not exists (select from ${tableOf(sunMode)} m where m.tenant_id = d.tenant)`,
  )
  for (const { tenant, user } of tenants) {
    const ctx = user ? await platform.port(actingPort).as(user, 'zh') : null
    const lamps = await platform.system.query<{ id: string }>(
      `select device_id::text as id from devices_registered where tenant_id = $1 and type = ${LAMP_CONTROLLER} order by sn limit ${LAMPS}`,
      [tenant],
    )
    if (!ctx) continue
    await inTransaction(ctx, (inside) =>
      seedTenant(
        inside,
        lamps.map(({ id }) => id),
      ),
    )
  }
}
