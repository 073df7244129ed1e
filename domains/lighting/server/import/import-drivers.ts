import { connectRegistered } from '@lamplight/devices/stored'
import type { PlannedLamp } from '@lamplight/inventory'
import type { Text } from '@lamplight/kit'
import type { DataAccess, Query } from '@lamplight/server-kit/data'
import type { Change, ImportTarget } from './import-batch.ts'
import type { Made } from './import-places.ts'

/** A controller named by its serial number in the file. */
interface Driver {
  readonly id: string
  readonly sn: string
  /** True if it does not exist yet: it is created with its first lamp. */
  readonly fresh: boolean
  readonly gatewayId: string | null
}
export interface Drivers {
  readonly bySn: ReadonlyMap<string, Driver>
  /** By row: why a lamp cannot use the named controller. */
  readonly unfit: ReadonlyMap<number, Text>
  /** Existing controllers without a gateway, which get that of their first lamp's cabinet. */
  readonly adopted: (lamps: readonly PlannedLamp[], made: Made) => { id: string; gateway: Gateway | undefined }[]
}
type Gateway = { readonly id: string; readonly sn: string }

const HEADS = 2
const taken = (sn: string): Text => [`控制器序列号 ${sn} 已被占用`, `The controller serial ${sn} is in use elsewhere`]
const full = (sn: string): Text => [`控制器 ${sn} 已带两个灯头`, `The controller ${sn} drives two lamps already`]

/** Finds which of these serial numbers exist: controllers of this project (or of none) can be used, others not. */
const driversOf = async (data: DataAccess, query: Query, target: ImportTarget, sns: readonly string[]) => {
  const own = await query<{ id: string; sn: string; gateway_id: string | null; project_id: string | null; heads: number }>(
    `select c.id, c.sn, c.gateway_id, c.project_id, (select count(*)::int from lighting_lamp l where l.controller_id = c.id and not l.is_deleted) as heads
     from lighting_controller c where c.sn = any($1) and c.tenant_id = $2 and not c.is_deleted`,
    [sns, target.tenantId],
  )
  // Other tenants may have devices with the same numbers; no message reveals them.
  const registered = await data.system.query<{ sn: string }>(
    'select sn from devices_registered where sn = any($1) and tenant_id = $2 union select sn from devices_gateways where sn = any($1) and tenant_id = $2 and not is_deleted',
    [sns, target.tenantId],
  )
  return { own: new Map(own.map((row) => [row.sn, row])), registered: new Set(registered.map((row) => row.sn)) }
}

/** Returns the controllers of new lamps: existing ones, ones to create, and the rows for which neither is possible. */
export const driversFor = async (data: DataAccess, query: Query, target: ImportTarget, lamps: readonly PlannedLamp[]): Promise<Drivers> => {
  const bySn = new Map<string, Driver>()
  const unfit = new Map<number, Text>()
  const heads = new Map<string, number>()
  const named = lamps.filter((lamp) => lamp.controllerSn !== null)
  const { own, registered } =
    named.length === 0
      ? { own: new Map(), registered: new Set() }
      : await driversOf(data, query, target, [...new Set(named.map((lamp) => lamp.controllerSn as string))])
  for (const lamp of named) {
    const sn = lamp.controllerSn as string
    const there = own.get(sn)
    if ((there && there.project_id !== null && there.project_id !== target.projectId) || (!there && registered.has(sn))) {
      unfit.set(lamp.row, taken(sn))
      continue
    }
    const count = (heads.get(sn) ?? there?.heads ?? 0) + 1
    if (count > HEADS) {
      unfit.set(lamp.row, full(sn))
      continue
    }
    heads.set(sn, count)
    if (!bySn.has(sn)) bySn.set(sn, { id: there?.id ?? data.newId(), sn, fresh: !there, gatewayId: there?.gateway_id ?? null })
  }
  return {
    bySn,
    unfit,
    adopted: (fitting, made) =>
      [...bySn.values()]
        .filter((driver) => !driver.fresh && driver.gatewayId === null)
        .map((driver) => {
          const cabinet = fitting.find((lamp) => lamp.controllerSn === driver.sn && lamp.cabinet)?.cabinet
          return { id: driver.id, gateway: cabinet ? made.gateways.get(cabinet) : undefined }
        }),
  }
}

/** Connects controllers to gateways and activates them, because they can now be reached. Returns their former state. */
export const connectControllers = async (
  query: Query,
  wanted: readonly { readonly id: string; readonly gateway: Gateway | undefined }[],
): Promise<Change[]> => {
  const byId = new Map(wanted.flatMap(({ id, gateway }) => (gateway ? [[id, gateway] as const] : [])))
  if (byId.size === 0) return []
  const ids = [...byId.keys()]
  const before = await query<{ id: string; activated: boolean | null; update_time: string }>(
    'select id, activated, update_time::text as update_time from lighting_controller where id = any($1)',
    [ids],
  )
  await setGateways(
    query,
    ids.map((id) => ({ id, gateway: byId.get(id) ?? null, activated: true, update_time: null })),
  )
  return before.map(({ id, activated, update_time }) => ({
    table: 'controller',
    id,
    before: { gateway_id: null, activated: activated ?? false, update_time },
    after: { gateway_id: (byId.get(id) as Gateway).id, activated: true },
  }))
}

/** Writes the gateway of controllers, in their rows and in the registry of devices. */
export const setGateways = async (
  query: Query,
  rows: readonly {
    readonly id: string
    readonly gateway: Gateway | null
    readonly activated: boolean
    readonly update_time: string | null
  }[],
): Promise<void> => {
  if (rows.length === 0) return
  await connectRegistered(
    query,
    rows.map(({ id, gateway, activated }) => ({ id, gatewayId: gateway?.id ?? null, gatewaySn: gateway?.sn ?? '', activated })),
  )
  await query(
    `update lighting_controller t set gateway_id = c.gateway_id, activated = c.activated, update_time = coalesce(c.update_time, now())
     from unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::timestamptz[]) as c (id, gateway_id, activated, update_time) where t.id = c.id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.gateway?.id ?? null),
      rows.map((row) => row.activated),
      rows.map((row) => row.update_time),
    ],
  )
}
