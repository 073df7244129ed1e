import { deviceType } from '@lamplight/devices/model'
import { isRefusal } from '@lamplight/kit'
import { alarmConfig, boxesPort, boxStrategy } from '@lamplight/linkage/model'
import { bindBoxStrategy } from '@lamplight/linkage/server'
import { actingPort, addRow, type Ctx, inTransaction, type Platform } from '@lamplight/server-kit'
import { board, cabinet, cabinetGroup, product } from '../model/index.ts'
import { DEMO_BOARDS, DEMO_CABINS, DEMO_INSTALL, DEMO_LAYOUT, DEMO_UNITS, demoUnits } from './demo-units.ts'

/** Number of cabinets in a demo city. A lower `DEMO_DEVICES` limits it. */
const CABINETS = 6
/** Distance of a cabinet from its gateway, degrees (about 10 m). */
const BESIDE = 0.00012

/** Names of the rows, which are Chinese like those of the demo city. */
const WORDS = {
  product: ['标准道路机柜', 'Standard road cabinet'],
  cabinet: ['机柜', 'cabinet'],
  group: ['主干道机柜', 'Cabinets of the main road'],
  strategy: ['夜间加热与断电', 'Heating and power-off by night'],
  alarm: ['撞击后上锁', 'Lock after an impact'],
} as const

interface Gateway {
  readonly id: string
  readonly tenant_id: string
  readonly name: string
  readonly project_id: string | null
  readonly area_id: string | null
  readonly lng: number | null
  readonly lat: number | null
}

/**
 * Adds the unit products and returns their ids by product code. They have a transaction of their own, because a device needs a type that is committed.
 * Returns null if a code is already used: then the tenant has products of its own.
 */
const unitProducts = async (ctx: Ctx): Promise<ReadonlyMap<string, string> | null> => {
  const made = new Map<string, string>()
  try {
    await inTransaction(ctx, async (inside) => {
      for (const { product: unitProductCode, name, descriptor } of DEMO_UNITS) {
        const body = { unitProductCode, name: name[0], nameEn: name[1], descriptor: JSON.stringify(descriptor) }
        made.set(unitProductCode, await addRow(inside, deviceType, body))
      }
    })
    return made
  } catch (thrown) {
    if (isRefusal(thrown) && thrown.field === 'unitProductCode') return null
    throw thrown
  }
}

/** Adds a comprehensive product with its boards, a cabinet at each gateway, and a group. `first`: number of the first cabinet. */
const seedTenant = async (ctx: Ctx, typeIds: ReadonlyMap<string, string>, gateways: readonly Gateway[], first: number): Promise<void> => {
  const productId = await addRow(ctx, product, {
    name: WORDS.product[0],
    model: 'RC-5',
    cabins: DEMO_CABINS.map(({ name, height }) => ({ name: name[0], height })),
    units: demoUnits(typeIds),
    layout: DEMO_LAYOUT,
    install: DEMO_INSTALL,
  })
  for (const { items, name, ...one } of DEMO_BOARDS)
    await addRow(ctx, board, { ...one, name: name[0], productId, ...(items && { content: JSON.stringify({ items }) }) })
  const ids: string[] = []
  for (const [at, gateway] of gateways.entries())
    ids.push(
      await addRow(ctx, cabinet, {
        sn: `CAB-${String(first + at).padStart(4, '0')}`,
        name: `${gateway.name || gateway.id}${WORDS.cabinet[0]}`,
        productId,
        gatewayId: gateway.id,
        projectId: gateway.project_id ?? '',
        areaId: gateway.area_id ?? '',
        ...(gateway.lng !== null && gateway.lat !== null && { longitude: gateway.lng + BESIDE, latitude: gateway.lat }),
      }),
    )
  await addRow(ctx, cabinetGroup, { groupName: WORDS.group[0], cabinetIds: ids.slice(0, 3).join(',') })
  await seedControl(ctx, productId, ids)
}

/** Adds a box strategy that works for all cabinets but one, and an alarm linkage. */
const seedControl = async (ctx: Ctx, boxTemplateId: string, cabinetIds: readonly string[]): Promise<void> => {
  const entry = (interfaceId: string, time: string, value: string) => ({ interfaceId, time, value })
  const strategyId = await addRow(ctx, boxStrategy, {
    name: WORDS.strategy[0],
    boxTemplateId,
    entries: [
      entry('HEATER.heat', '20:00', '1'),
      entry('HEATER.heat', '07:00', '0'),
      entry('SOCKET.switch', '23:00', '0'),
      entry('SOCKET.switch', '06:00', '1'),
    ],
  })
  await bindBoxStrategy(ctx, ctx.query, strategyId, async () => cabinetIds.slice(1))
  const { devType } =
    (await ctx.platform.port(boxesPort).templates(ctx, [boxTemplateId]))[0]?.units.find(({ code }) => code === 'LOCK') ?? {}
  await addRow(ctx, alarmConfig, {
    name: WORDS.alarm[0],
    devType,
    alarmType: 1,
    subAlarmType: 'impactDetected',
    boxTemplateId,
    enable: 1,
    actions: [{ interfaceId: 'LOCK.lock', value: '1', duration: 0 }],
  })
}

/** In a demo: adds road cabinets to each city that never had a comprehensive product, as its first user. */
export const seedRoadCabinets = async (platform: Platform): Promise<void> => {
  const most = Math.min(CABINETS, platform.config.number('DEMO_DEVICES', CABINETS))
  if (!platform.config.demo || most === 0) return
  const gateways = await platform.system.query<Gateway>(
    `select g.id::text, g.tenant_id, coalesce(g.name, '') as name, g.project_id::text, g.area_id::text, g.lng, g.lat
     from devices_gateways g join devices_virtual_gateways k on k.id = g.id where g.status = 1 and not g.is_deleted order by g.tenant_id, g.sn`,
  )
  let first = 1
  const seeded = await platform.system.query<{ tenant: string }>('select distinct tenant_id as tenant from roadcabinets_product')
  for (const [tenantId, own] of Map.groupBy(gateways, ({ tenant_id }) => tenant_id)) {
    const some = own.slice(0, most)
    const start = first
    first += some.length
    if (seeded.some(({ tenant }) => tenant === tenantId)) continue
    const [user] = await platform.system.query<{ id: string }>(
      'select id::text as id from identity_users where tenant_id = $1 and not is_deleted order by id limit 1',
      [tenantId],
    )
    const ctx = user && (await platform.port(actingPort).as(user.id, 'zh'))
    if (!ctx) continue
    const typeIds = await unitProducts(ctx)
    if (typeIds) await inTransaction(ctx, (inside) => seedTenant(inside, typeIds, some, start))
  }
}
