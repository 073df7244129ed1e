import { DEMO_NIGHTS } from '@lamplight/devices/model'
import type { Text } from '@lamplight/kit'
import { actingPort, addRow, arrayOf, type Ctx, inTransaction, type PastSpan, type Platform, type Query } from '@lamplight/server-kit'
import { KINDS, lightMode, roadClass, specialDay, strategy, strategyInstance } from '../model/index.ts'
import { requestPublication } from './publish/publication.ts'
import { PUBLICATION, publish, strategiesBy } from './publish/publish.ts'

const ALL_NIGHT = [
  { trigger: 2, offset: 0, level: 100 },
  { trigger: 3, offset: 0, level: 0 },
]
/** Strategies of the demo city; the first is published to its lamps. */
const STRATEGIES = [
  {
    name: ['主干道半夜灯', 'Main roads, dimmed after 23:00'],
    remark: ['日落全亮，23:00 至 05:00 降至 60 %', 'Full light at sunset, 60 % from 23:00 to 05:00'],
    entries: [
      { trigger: 2, offset: 0, level: 100 },
      { trigger: 1, time: '23:00', level: 60 },
      { trigger: 1, time: '05:00', level: 100 },
      { trigger: 3, offset: 0, level: 0 },
    ],
    minBurn: 10,
  },
  { name: ['全夜灯', 'All night'], remark: ['日落至日出', 'Sunset to sunrise'], entries: ALL_NIGHT },
  {
    name: ['园区前后夜灯', 'Park, evening and morning'],
    remark: ['前半夜和清晨亮灯', 'Light in the evening and in the morning'],
    entries: [
      { trigger: 4, offset: -10, level: 100 },
      { trigger: 1, time: '00:30', level: 0 },
      { trigger: 1, time: '04:30', level: 70 },
      { trigger: 5, offset: 0, level: 0 },
    ],
  },
] as const
const SPRAY = {
  name: ['清晨降尘', 'Dust control in the morning'],
  remark: ['每天 06:00 喷淋 15 分钟', 'Sprays for 15 minutes at 06:00'],
  entries: [
    { trigger: 1, time: '06:00', level: 100 },
    { trigger: 1, time: '06:15', level: 0 },
  ],
} as const
const SPECIAL = {
  name: ['节假日全亮', 'Full light on holidays'],
  kind: 2,
  dayKind: 1,
  priority: 7,
  entries: ALL_NIGHT,
  remark: ['法定节假日整夜全亮', 'Full light all night on public holidays'],
} as const

const INSTANCE: Text = ['主干道分组策略', 'Strategy of the main roads']
const PUBLISHED: Text = ['首次下发', 'First publication']

const range = (month: number, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `2026-${String(month).padStart(2, '0')}-${String(from + n).padStart(2, '0')}`)
/** Public holidays and makeup workdays of 2026 by the notice of the State Council's General Office. */
const HOLIDAYS: readonly (readonly [name: Text, days: readonly string[]])[] = [
  [['元旦', 'New Year'], range(1, 1, 3)],
  [['春节', 'Spring Festival'], range(2, 15, 23)],
  [['清明节', 'Tomb-Sweeping Day'], range(4, 4, 6)],
  [['劳动节', 'Labour Day'], range(5, 1, 5)],
  [['端午节', 'Dragon Boat Festival'], range(6, 19, 21)],
  [['中秋节', 'Mid-Autumn Festival'], range(9, 25, 27)],
  [['国庆节', 'National Day'], range(10, 1, 7)],
]
const WORKDAY = ['调休上班', 'Makeup workday'] as const
const WORKDAYS = ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10']

/** Class of all areas of the demo city. */
const SECONDARY = ['次干路（II级）', 'Secondary roads (II)'] as const
/** Classes with the least share of light late at night that CJJ 45 allows for dimming: half of the standard value, at least. */
const CLASSES = [
  {
    name: ['快速路、主干路（I级）', 'Expressways and main roads (I)'],
    standard: 1,
    floor: 80,
    lateFrom: '23:00',
    lateTo: '05:00',
    lateFloor: 50,
  },
  { name: SECONDARY, standard: 1, floor: 70, lateFrom: '23:00', lateTo: '05:00', lateFloor: 50 },
  { name: ['支路（III级）', 'Local roads (III)'], standard: 1, floor: 50, lateFrom: '23:00', lateTo: '05:00', lateFloor: 30 },
] as const

/**
 * Light modes of the demo city. They are not enabled, because its lamps follow a strategy. `lamps`: number of lamps that the mode lists.
 */
const MODES = [
  {
    name: ['园区人来灯亮', 'Park, brighter on motion'],
    lampRunMode: 3,
    lamps: 12,
    lampModeRuleLis: [
      { from: '18:30', level: 60, motionLevel: 100 },
      { from: '23:00', level: 20, motionLevel: 80 },
    ],
  },
  {
    name: ['停车场后半夜节电', 'Car park, dimmed after midnight'],
    lampRunMode: 1,
    lamps: 8,
    lampModeRuleLis: [
      { from: '18:00', level: 100, motionLevel: 100 },
      { from: '00:00', level: 40, motionLevel: 40 },
    ],
  },
] as const

/** Rows of the demo city are Chinese. */
const chinese = ({ name, remark, ...one }: { readonly name: Text; readonly remark: Text }) => ({ ...one, name: name[0], remark: remark[0] })

const seedTenant = async (ctx: Ctx, lamps: readonly string[]): Promise<string> => {
  const ids: string[] = []
  for (const one of STRATEGIES) ids.push(await addRow(ctx, strategy, { ...chinese(one), kind: 1, systemType: 2 }))
  await addRow(ctx, strategy, { ...chinese(SPECIAL), systemType: 2 })
  await addRow(ctx, strategy, { ...chinese(SPRAY), kind: KINDS.spray })
  for (const [name, days] of HOLIDAYS) for (const day of days) await addRow(ctx, specialDay, { day, name: name[0], kind: 1 })
  for (const day of WORKDAYS) await addRow(ctx, specialDay, { day, name: WORKDAY[0], kind: 2 })
  for (const { name, lamps: most, ...one } of MODES) await addRow(ctx, lightMode, { ...one, name: name[0], devList: lamps.slice(0, most) })
  const areas = await ctx.query<{ id: string }>('select id::text as id from places_areas where tenant_id = $1 and not is_deleted', [
    ctx.tenantId,
  ])
  const areaIds = areas.map(({ id }) => id)
  for (const { name, ...one } of CLASSES) await addRow(ctx, roadClass, { ...one, name: name[0], ...(name === SECONDARY && { areaIds }) })
  return ids[0] as string
}

/** Nights of the past whose changes of level are stored, for the night check. */
const CHECKED_NIGHTS = 3
/** Inserts the changes of level of demo lamps with a strategy, computed from their readings. `switches.task.ts` inserts those of new reports. $1: time at which the demo was made, epoch ms. */
const PAST_SWITCHES = `insert into strategies_switch (device_id, tenant_id, at, seen_at, level, overridden)
  select device_id, tenant_id, at, at, level, false from (
    select device_id, tenant_id, at, level, lag(level) over (partition by device_id order by at) as before from (
      select r.device_id, r.tenant_id, r.at, case when r.is_on is false then 0 else r.dim end as level from devices_readings r
      join strategies_device d on d.device_id = r.device_id and d.tenant_id = r.tenant_id
      join devices_registered g on g.device_id = r.device_id join devices_virtual_gateways v on v.id = g.gateway_id
      where r.at >= to_timestamp($1::float8 / 1000) - make_interval(days => ${CHECKED_NIGHTS + 1})) t
    where level is not null) u
  where level is distinct from before on conflict do nothing`

/** Stores the changes of level in the readings of the last past nights, which are evidence for the night check. Repeating it changes nothing. */
export const storePastSwitches = async (query: Query, { at }: PastSpan): Promise<void> => {
  await query(PAST_SWITCHES, [at])
}

/** The past nights of a demo followed the strategy that its lamps have: it was published before the first of them. */
const publishEarlier = async ({ system, config }: Platform, tenantId: string, ids: readonly string[]): Promise<void> => {
  const nights = config.number('DEMO_NIGHTS', DEMO_NIGHTS)
  const earlier = [tenantId, nights + 1, arrayOf(ids)]
  await system.query(
    'update strategies_held set at = at - make_interval(days => $2) where tenant_id = $1 and device_id = any($3::bigint[])',
    earlier,
  )
  await system.query(
    'update strategies_device set published_at = published_at - make_interval(days => $2) where tenant_id = $1 and device_id = any($3::bigint[])',
    earlier,
  )
  await system.query(
    `update strategies_publication set create_time = create_time - make_interval(days => $2) where tenant_id = $1 and create_time > now() - interval '1 hour' and reason = $3`,
    [tenantId, nights + 1, PUBLISHED[0]],
  )
  // The strategies, versions and instances get the same age, so that none is published before it exists.
  for (const table of ['strategies_strategy', 'strategies_version', 'strategies_instance'])
    await system.query(
      `update ${table} set create_time = create_time - make_interval(days => $2) where tenant_id = $1 and create_time > now() - interval '1 hour'`,
      [tenantId, nights + 1],
    )
  await system.query(
    `update strategies_strategy s set published_at = (select max(p.create_time) from strategies_publication p where p.strategy_id = s.id)
     where s.tenant_id = $1 and s.published_at > now() - interval '1 hour'`,
    [tenantId],
  )
  await system.query(
    'update strategies_instance i set sent_at = p.create_time from strategies_publication p where i.tenant_id = $1 and p.id = i.publication_id',
    [tenantId],
  )
}

/** The group of a tenant with the most lamps: it gets the strategy as an instance. */
const LARGEST = `select m.group_id::text as id, array_agg(m.device_id::text) as lamps from devices_group_members m join devices_groups g on g.id = m.group_id
  where m.tenant_id = $1 and m.device_id = any($2::bigint[]) group by m.group_id, g.group_name order by count(*) desc, g.group_name limit 1`

/** Publishes the first strategy of a demo city to its lamps: to the largest group as an instance, to the others directly. */
const publishFirst = async (ctx: Ctx, strategyId: string, ids: readonly string[]): Promise<void> => {
  const [group] = await ctx.query<{ id: string; lamps: string[] }>(LARGEST, [ctx.tenantId, arrayOf(ids)])
  const grouped = new Set(group?.lamps)
  const controllerIds = ids.filter((id) => !grouped.has(id))
  const common = { strategyId, reason: PUBLISHED[0] }
  if (controllerIds.length > 0) await requestPublication(ctx, { ...common, kind: PUBLICATION.assign, selector: { controllerIds } })
  if (group) await addRow(ctx, strategyInstance, { ...common, name: INSTANCE[0], groupId: group.id })
}

/** Context of the first user of a tenant; null if it has none. */
const firstUser = async (platform: Platform, tenant: string): Promise<Ctx | null> => {
  const [user] = await platform.system.query<{ id: string }>(
    'select id::text as id from identity_users where tenant_id = $1 and not is_deleted order by id limit 1',
    [tenant],
  )
  return (user && (await platform.port(actingPort).as(user.id, 'zh'))) ?? null
}

/** Gives the strategy of a demo city to lamp controllers that were added after it. Does nothing without demo strategies. */
export const publishDemo = async (platform: Platform, tenantId: string, ids: readonly string[]): Promise<void> => {
  const [first] = await platform.system.query<{ id: string }>(
    'select id::text as id from strategies_strategy where tenant_id = $1 and name = $2 and not is_deleted',
    [tenantId, STRATEGIES[0].name[0]],
  )
  const ctx = first && (await firstUser(platform, tenantId))
  if (!ctx) return
  const found = (await strategiesBy(ctx.query, [first.id])).get(first.id)
  if (!found || ids.length === 0) return
  await publish(ctx, { strategy: found, kind: PUBLICATION.assign, deviceIds: ids })
  await publishEarlier(platform, tenantId, ids)
}

/** In a demo: adds strategies to each city that has none, as its first user, and publishes one to its lamps (not if `DEMO_STRATEGIES` is 0). */
export const seedStrategies = async (platform: Platform): Promise<void> => {
  if (!platform.config.demo || platform.config.number('DEMO_STRATEGIES', 1) === 0) return
  const lamps = await platform.system.query<{ tenant: string; ids: string[] }>(
    `select r.tenant_id as tenant, array_agg(r.device_id::text order by r.device_id) as ids from devices_registered r
     join devices_virtual_gateways k on k.id = r.gateway_id where r.type = 4 group by 1 order by 1`,
  )
  for (const { tenant, ids } of lamps) {
    const [known] = await platform.system.query('select 1 from strategies_strategy where tenant_id = $1 limit 1', [tenant])
    if (known) continue
    const ctx = await firstUser(platform, tenant)
    if (!ctx) continue
    await inTransaction(ctx, async (inside) => {
      const first = await seedTenant(inside, ids)
      await publishFirst(inside, first, ids)
    })
    await publishEarlier(platform, tenant, ids)
  }
}
