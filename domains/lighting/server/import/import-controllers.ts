import { storeMembers, storeRegistered } from '@lamplight/devices/stored'
import { type DataAccess, insertMany, type Query } from '@lamplight/server-kit/data'
import { CONTROLLER_COLUMNS } from '../store.handler.ts'
import type { Change, ImportTarget, StoredBatch, Unfit } from './import-batch.ts'
import { connectControllers } from './import-drivers.ts'
import type { Fate } from './import-known.ts'
import { placesFor } from './import-places.ts'

/** A controller in a file, identified by its serial number. */
export interface PlannedController {
  readonly row: number
  readonly sn: string
  readonly name: string
  readonly cabinet: string | null
  readonly district: string | null
  readonly lng: number | null
  readonly lat: number | null
}
interface KnownController {
  readonly id: string
  readonly sn: string
  readonly name: string | null
  readonly project_id: string | null
  readonly gateway_id: string | null
  readonly area_id: string | null
}
interface Sorted {
  readonly fresh: PlannedController[]
  readonly feeding: [PlannedController, KnownController][]
  readonly same: PlannedController[]
  readonly unfit: Unfit[]
}

/** Sorts controllers into new ones, ones that get a gateway, existing ones, and ones that belong to another tenant. */
const sortOut = async (data: DataAccess, query: Query, target: ImportTarget, rows: readonly PlannedController[]): Promise<Sorted> => {
  const sns = rows.map((row) => row.sn)
  const known = new Map(
    (
      await query<KnownController>(
        'select id, sn, name, project_id, gateway_id, area_id from lighting_controller where sn = any($1) and tenant_id = $2 and not is_deleted',
        [sns, target.tenantId],
      )
    ).map((row) => [row.sn, row]),
  )
  // Other tenants may have devices with the same numbers; no message reveals them.
  const registered = new Set(
    (
      await data.system.query<{ sn: string }>(
        'select sn from devices_registered where sn = any($1) and tenant_id = $2 union select sn from devices_gateways where sn = any($1) and tenant_id = $2 and not is_deleted',
        [sns, target.tenantId],
      )
    ).map(({ sn }) => sn),
  )
  const sorted: Sorted = { fresh: [], feeding: [], same: [], unfit: [] }
  const allowed = (area: string | null): boolean => target.areaIds === null || (area !== null && target.areaIds.includes(area))
  for (const row of rows) {
    const there = known.get(row.sn)
    const foreign = there ? there.project_id !== target.projectId || !allowed(there.area_id) : registered.has(row.sn)
    if (foreign)
      sorted.unfit.push({ row: row.row, reason: [`序列号 ${row.sn} 已被占用`, `The serial number ${row.sn} is in use elsewhere`] })
    else if (!there) sorted.fresh.push(row)
    else if (row.cabinet && there.gateway_id === null) sorted.feeding.push([row, there])
    else sorted.same.push(row)
  }
  return sorted
}

/** Returns whether each controller is new, changed or unchanged; writes nothing. */
export const compareControllers = async (data: DataAccess, query: Query, target: ImportTarget, rows: readonly PlannedController[]) => {
  const { fresh, feeding, same, unfit } = await sortOut(data, query, target, rows)
  const fates: [PlannedController, Fate][] = [
    ...fresh.map((row): [PlannedController, Fate] => [row, 'added']),
    ...feeding.map(([row]): [PlannedController, Fate] => [row, 'changed']),
    ...same.map((row): [PlannedController, Fate] => [row, 'unchanged']),
  ]
  return { fates, unfit }
}

/** Stores controllers in a project, in the caller's transaction: new ones with their registry entry; existing ones only get a missing gateway. */
export const storeControllers = async (
  data: DataAccess,
  query: Query,
  target: ImportTarget,
  rows: readonly PlannedController[],
): Promise<StoredBatch> => {
  const { fresh, feeding, same, unfit } = await sortOut(data, query, target, rows)
  const made = await placesFor(data, query, target, [...fresh, ...feeding.map(([row]) => row)])
  const ids = fresh.map(() => data.newId())
  const gatewayOf = (row: PlannedController) => (row.cabinet ? made.gateways.get(row.cabinet) : undefined)
  const areaOf = (row: PlannedController): string | null => (row.district && made.areas.get(row.district)) || target.areaId
  await insertMany(
    query,
    'lighting_controller',
    CONTROLLER_COLUMNS,
    fresh.map((row, at) => [
      ids[at],
      target.tenantId,
      row.sn,
      row.name,
      4,
      gatewayOf(row) !== undefined,
      false,
      gatewayOf(row)?.id ?? null,
      target.projectId,
      areaOf(row),
      row.lng,
      row.lat,
    ]),
  )
  await storeRegistered(
    query,
    fresh.map((row, at) => {
      const gateway = gatewayOf(row)
      const place = { gatewayId: gateway?.id, gatewaySn: gateway?.sn ?? '', activated: gateway !== undefined }
      return { sn: row.sn, id: ids[at] ?? '', tenantId: target.tenantId, type: 4, name: row.name, ...place }
    }),
  )
  if (target.groupId) await storeMembers(query, { groupId: target.groupId, tenantId: target.tenantId }, ids)
  const changes: Change[] = await connectControllers(
    query,
    feeding.map(([row, there]) => ({ id: there.id, gateway: gatewayOf(row) })),
  )
  return {
    added: fresh.length,
    changed: feeding.length,
    unchanged: same.length,
    lamps: [],
    controllers: ids,
    posts: [],
    cabinets: made.newCabinets,
    areas: made.newAreas,
    changes,
    unfit,
  }
}
