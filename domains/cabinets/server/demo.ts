import { seedRows } from '@lamplight/devices/server'
import { type RegisteredRow, storeRegistered } from '@lamplight/devices/stored'
import type { Platform, Query } from '@lamplight/server-kit'
import { airSwitchType } from '../model/air-switch.device.ts'
import { baseFields } from '../model/concentrator.family.ts'
import { concentratorConfig } from '../model/concentrator-config.resource.ts'
import { concentratorLamp } from '../model/concentrator-lamp.resource.ts'
import { loop } from '../model/loop.resource.ts'
import { meterType } from '../model/meter.device.ts'
import { bindLamps } from './concentrator.server.ts'

/** Largest number of cabinets of a demo city (`DEMO_DEVICES` may lower it), and number of loops of a cabinet. */
const CABINETS = 500
const LOOPS = 3
/** Values with which the form of a base configuration begins. */
const INITIAL = Object.fromEntries(Object.entries(baseFields).map(([name, { options }]) => [name, options.initial]))

interface Gateway {
  readonly id: string
  readonly tenant_id: string
  readonly sn: string
  readonly name: string
  readonly project_id: string | null
  readonly area_id: string | null
  readonly lng: number | null
  readonly lat: number | null
  readonly devices: readonly string[]
  /** A concentrator behind it. */
  readonly concentrator: string | null
}
type Row = Readonly<Record<string, unknown>>

const insert = async (query: Query, table: string, columns: string, rows: readonly Row[]): Promise<void> => {
  const names = columns
    .split(', ')
    .map((column) => column.split(' ')[0])
    .join(', ')
  await query(`insert into ${table} (${names}) select ${names} from jsonb_to_recordset($1) as r (${columns})`, [JSON.stringify(rows)])
}

const PLACE = 'id bigint, tenant_id text, name text, gateway_id bigint, project_id bigint, area_id bigint'
const DEVICE = `${PLACE}, sn text, activated boolean, switchbox_id bigint`
const LOOP = 'no int, type int, dev_type int, phase int, switchbox_id bigint, concentrator_id bigint, do_no int, di_no int'
/** Table and columns of each part of a cabinet. */
const TABLES = {
  boxes: ['cabinets_switchbox', `${PLACE}, sn text, lng float8, lat float8, capacity float8`],
  loops: ['cabinets_loop', `${PLACE}, ${LOOP}`],
  meters: ['cabinets_meter', DEVICE],
  switches: ['cabinets_air_switch', `${DEVICE}, loop_id bigint`],
  fed: ['cabinets_feed', 'device_id bigint, loop_id bigint, tenant_id text'],
} as const
type Part = keyof typeof TABLES

const registered = ({ id, sn, name }: { id: string; sn: string; name: string }, type: number, gateway: Gateway): RegisteredRow => ({
  sn,
  id,
  tenantId: gateway.tenant_id,
  gatewayId: gateway.id,
  gatewaySn: gateway.sn,
  type,
  name,
})

/**
 * Rows of one cabinet: the box at its gateway with a meter, and loops with an air switch each, among which the lamps are divided. `number` makes its
 * serial numbers unique in all tenants.
 */
const cabinetOf = (
  platform: Platform,
  gateway: Gateway,
  number: number,
): Record<Part, readonly Row[]> & { readonly registry: readonly RegisteredRow[] } => {
  const { tenant_id, project_id, area_id, lng, lat, concentrator } = gateway
  const place = { tenant_id, gateway_id: gateway.id, project_id, area_id, activated: true }
  const code = String(number).padStart(4, '0')
  const box = { ...place, id: platform.newId(), sn: `PDX-${code}`, name: gateway.name || gateway.sn, lng, lat, capacity: 15 }
  const meter = { ...place, id: platform.newId(), sn: `METER-${code}`, name: `${box.name} ${meterType.label[0]}`, switchbox_id: box.id }
  const loops = Array.from({ length: LOOPS }, (_, at) => {
    const no = at + 1
    // The concentrator of the gateway switches the loops, if it has one.
    const control = concentrator ? { dev_type: 3, concentrator_id: concentrator, do_no: no, di_no: no } : { dev_type: 2 }
    const name = `${box.name} ${loop.label[0]} ${no}`
    return { ...place, ...control, id: platform.newId(), name, no, type: 1, phase: no, switchbox_id: box.id }
  })
  const switches = loops.map(({ id, no }) => {
    const name = `${box.name} ${airSwitchType.label[0]} ${no}`
    return { ...place, id: platform.newId(), sn: `QF-${code}-${no}`, name, switchbox_id: box.id, loop_id: id }
  })
  const size = Math.max(1, Math.ceil(gateway.devices.length / LOOPS))
  return {
    boxes: [box],
    meters: [meter],
    loops,
    switches,
    fed: gateway.devices.map((device, at) => ({ device_id: device, loop_id: loops[Math.floor(at / size)]?.id, tenant_id })),
    registry: [registered(meter, meterType.code, gateway), ...switches.map((row) => registered(row, airSwitchType.code, gateway))],
  }
}

/** Gives the gateways of the virtual city cabinets, if the deployment is a demo and has never had a switch box. */
export const seedCabinets = async (platform: Platform): Promise<void> => {
  const most = Math.min(CABINETS, platform.config.number('DEMO_DEVICES', CABINETS))
  if (!platform.config.demo || most === 0) return
  if ((await platform.system.query('select 1 from cabinets_switchbox limit 1')).length > 0) return
  const gateways = await platform.system.query<Gateway>(
    `select g.id::text, g.tenant_id, g.sn, coalesce(g.name, '') as name, g.project_id::text, g.area_id::text, g.lng, g.lat,
       array(select c.id::text from lighting_controllers c where c.gateway_id = g.id and not c.is_deleted order by c.sn) as devices,
       (select min(n.id)::text from cabinets_concentrator n where n.gateway_id = g.id and not n.is_deleted) as concentrator
     from devices_gateways g join devices_virtual_gateways k on k.id = g.id where g.status = 1 and not g.is_deleted order by g.tenant_id, g.sn`,
  )
  let number = 0
  for (const own of Map.groupBy(gateways, ({ tenant_id }) => tenant_id).values()) {
    const cabinets = own.slice(0, most).map((gateway) => cabinetOf(platform, gateway, ++number))
    await platform.system.tx(async (query) => {
      for (const [part, [table, columns]] of Object.entries(TABLES)) {
        const rows = cabinets.flatMap((cabinet) => cabinet[part as Part])
        await insert(query, table, columns, rows)
      }
      await storeRegistered(
        query,
        cabinets.flatMap(({ registry }) => registry),
      )
    })
  }
}

/** In a demo: binds the lamps of a gateway to the concentrator of this gateway, once for each tenant. */
export const seedConcentratorLamps = (platform: Platform): Promise<void> =>
  seedRows(platform, concentratorLamp, async (ctx) => {
    const lamps = await ctx.query<{ id: string; lampId: string }>(
      `select n.id::text as id, l.id::text as "lampId" from lighting_lamps l join lighting_controllers c on c.id = l.controller_id
       join (select id, gateway_id from cabinets_concentrator where tenant_id = $1 and not is_deleted order by sn limit 1) n on n.gateway_id = c.gateway_id
       where l.tenant_id = $1 and not l.is_deleted order by l.sn`,
      [ctx.tenantId],
    )
    const [first] = lamps
    if (first) await bindLamps({ ctx, ids: [first.id], input: { lampIds: lamps.map(({ lampId }) => lampId) } })
    return []
  })

/** In a demo: the base configuration of one concentrator of each tenant, which is sent to it. */
export const seedConcentrators = (platform: Platform): Promise<void> =>
  seedRows(platform, concentratorConfig, async (ctx) => {
    const found = await ctx.query<{ sn: string; name: string }>(
      'select sn, name from cabinets_concentrator where tenant_id = $1 and not is_deleted order by sn limit 1',
      [ctx.tenantId],
    )
    return found.map(({ sn, name }) => ({ ...INITIAL, sn, name }))
  })
