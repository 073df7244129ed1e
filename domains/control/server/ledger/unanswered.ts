import { readRoute } from '@lamplight/devices/model'
import type { DeviceDriver, DriverOrder, Platform } from '@lamplight/server-kit'
import { type BatchOrder, messagesOf } from '../dispatch/messages.ts'
import { keyOf, loadPacks, type PlaceRow, placesOf } from './pack.ts'
import { OPEN_ROUTES } from './packing.ts'

/** Returns commands for the driver interface: one per head of the devices at `at`, split by the size limit of a message. */
export const driverOrders = (
  order: BatchOrder,
  route: string,
  heads: readonly (readonly [head: number, sns: readonly string[]])[],
): DriverOrder[] => {
  const { tenantId = '', address = '' } = readRoute(route) ?? {}
  return heads.flatMap(([head, sns]) => messagesOf(order, head, sns).map((command) => ({ ...command, route, tenantId, address })))
}

/** Returns commands on a driver's routes that were accepted but not answered and have not expired. */
export const unansweredOf = async ({ system, clock }: Pick<Platform, 'system' | 'clock'>, driver: DeviceDriver): Promise<DriverOrder[]> => {
  const rows = await system.query<PlaceRow & Omit<BatchOrder, 'id'>>(OPEN_ROUTES, [new Date(clock.now()), `${driver.name}:%`])
  const orders = new Map(rows.map((row) => [keyOf({ batchId: row.batch_id, gatewaySn: row.gateway_sn }), row]))
  return (await loadPacks(system.query, placesOf(rows), ['sns', 'heads'])).flatMap((pack) => {
    const row = orders.get(keyOf(pack))
    const open = pack.items.flatMap(({ rung, status }, at) => (rung === 1 && status <= 1 ? [at] : []))
    if (!row || open.length === 0) return []
    const heads = Map.groupBy(open, (at) => pack.heads()[at] ?? 0)
    return driverOrders(
      { ...row, id: pack.batchId },
      pack.gatewaySn,
      [...heads].map(([head, at]) => [head, at.map((one) => pack.sns()[one] ?? '')]),
    )
  })
}
