import { LINKS_CHANGED, playedPort, REGISTRY_CHANGED } from '@lamplight/devices/model'
import type { Running } from '@lamplight/server-kit'
import type { Inventory, InventoryDevice } from '@lamplight/town'
import type { PlacedDevices } from '@lamplight/virtual-city'

/** Changes within this time are read together. It is longer than the transactions of single writes, whose events are emitted before their commit. */
const GATHER_MS = 1000

/** The properties of devices by which changes are detected. Values are left out: those of the virtual city are newer. */
const linksOf = (devices: readonly InventoryDevice[] = []): string => JSON.stringify(devices.map(({ values: _, ...links }) => links))

/**
 * Calls `tell` with the gateways of an inventory whose devices have been added, moved or removed, or feed other lamps, and with the device types. Returns a function
 * that ends it.
 */
export const followDevices = (
  { platform }: Running,
  { gateways }: Inventory,
  tell: (gateways: readonly PlacedDevices[], types: NonNullable<Inventory['types']>) => void,
): (() => void) => {
  const known = new Map(gateways.map(({ sn, devices }) => [sn, linksOf(devices)]))
  let timer: NodeJS.Timeout | undefined
  let ended = false

  const compare = async (): Promise<void> => {
    const rows = await platform.system.query<{ id: string; sn: string }>(
      'select id, sn from devices_gateway where sn = any($1) and holds_sn and not is_deleted',
      [[...known.keys()]],
    )
    const { devices, types } = await platform.port(playedPort).behind(rows.map(({ id }) => id))
    const changed = rows
      .map(({ id, sn }) => ({ sn, devices: devices.get(id) ?? [] }))
      .filter((one) => known.get(one.sn) !== linksOf(one.devices))
    for (const one of changed) known.set(one.sn, linksOf(one.devices))
    if (changed.length > 0 && !ended) tell(changed, types)
  }
  const gather = (): void => {
    if (timer || ended) return
    timer = setTimeout(() => {
      timer = undefined
      compare().catch((why: unknown) => platform.log.warn('the virtual city was not told of its devices', { why: String(why) }))
    }, GATHER_MS)
  }
  const leave = [platform.bus.on(REGISTRY_CHANGED, gather), platform.bus.on(LINKS_CHANGED, gather)]
  return () => {
    ended = true
    clearTimeout(timer)
    for (const off of leave) off()
  }
}
