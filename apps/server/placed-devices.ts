import { inventoryPort, LINKS_CHANGED, playedPort, REGISTRY_CHANGED } from '@lamplight/devices/model'
import { playedChild } from '@lamplight/devices/server'
import type { Running } from '@lamplight/server-kit'
import type { Inventory, InventoryChild, InventoryDevice } from '@lamplight/town'
import type { PlacedDevices } from '@lamplight/virtual-city'

/** Changes within this time (ms) are read together. */
const GATHER_MS = 1000

/** Properties of a device that are compared to detect a change. Reported values are not compared, because the virtual city has newer ones. */
const linksOf = (devices: readonly InventoryDevice[] = []): string => JSON.stringify(devices.map(({ values: _, ...links }) => links))
/** Properties of a lamp that are compared to detect a change. */
const lampsOf = (children: readonly InventoryChild[]): string =>
  JSON.stringify(children.map(({ sn, power, minPower, minLevel }) => [sn, power, minPower, minLevel]))

interface Row {
  readonly id: string
  readonly sn: string
  readonly lng: number | null
  readonly lat: number | null
}

/**
 * Watches an inventory. Calls `tell` with the gateways whose devices or lamps were added, changed, moved or removed, or whose devices feed other lamps,
 * and with the device types. Returns a function that ends the watch.
 */
export const followDevices = (
  { platform }: Running,
  { gateways }: Inventory,
  onChange: (gateways: readonly PlacedDevices[], types: NonNullable<Inventory['types']>) => void,
): (() => void) => {
  const known = new Map(gateways.map(({ sn, devices }) => [sn, linksOf(devices)]))
  const lamps = new Map(gateways.map(({ sn, children }) => [sn, lampsOf(children)]))
  const gatewayOf = new Map(gateways.flatMap(({ sn, children }) => children.map((child) => [child.sn, sn] as const)))
  /** Serial numbers that were registered, changed or removed; null: any. */
  let named: Set<string> | null = new Set()
  let timer: NodeJS.Timeout | undefined
  let ended = false

  /** Serial numbers of the gateways whose lamps may have changed. Only their lamps are read, because the lamps of all gateways are too many. */
  const touched = async (rows: readonly Row[], sns: ReadonlySet<string> | null): Promise<readonly Row[]> => {
    if (!sns) return rows
    const now = await platform.system.query<{ sn: string }>('select distinct gateway_sn as sn from devices_registry where sn = any($1)', [
      [...sns],
    ])
    const found = new Set([...now.map(({ sn }) => sn), ...[...sns].map((sn) => gatewayOf.get(sn))])
    return rows.filter(({ sn }) => found.has(sn))
  }
  const changedLamps = async (rows: readonly Row[]): Promise<ReadonlyMap<string, readonly InventoryChild[]>> => {
    const children = await platform.port(inventoryPort).children(rows.map(({ id }) => id))
    const behind = Map.groupBy(children, ({ gatewayId }) => gatewayId)
    const found = rows.map((row) => [row.sn, (behind.get(row.id) ?? []).map((child) => playedChild(child, row))] as const)
    const changed = found.filter(([sn, list]) => lamps.get(sn) !== lampsOf(list))
    for (const [sn, list] of changed) {
      lamps.set(sn, lampsOf(list))
      for (const child of list) gatewayOf.set(child.sn, sn)
    }
    return new Map(changed)
  }
  const compare = async (sns: ReadonlySet<string> | null): Promise<void> => {
    const rows = await platform.system.query<Row>(
      'select id, sn, lng, lat from devices_gateway where sn = any($1) and holds_sn and not is_deleted',
      [[...known.keys()]],
    )
    const { devices, types } = await platform.port(playedPort).behind(rows.map(({ id }) => id))
    const children = await changedLamps(await touched(rows, sns))
    const changed = rows
      .map(({ id, sn }) => ({ sn, devices: devices.get(id) ?? [], children: children.get(sn) }))
      .filter((one) => one.children || known.get(one.sn) !== linksOf(one.devices))
    for (const one of changed) known.set(one.sn, linksOf(one.devices))
    if (changed.length > 0 && !ended) onChange(changed, types)
  }
  const gather = (): void => {
    if (timer || ended) return
    timer = setTimeout(() => {
      timer = undefined
      const sns = named
      named = new Set()
      compare(sns).catch((why: unknown) => platform.log.warn('the virtual city was not told of its devices', { why: String(why) }))
    }, GATHER_MS)
  }
  const leave = [
    platform.bus.on(REGISTRY_CHANGED, (sns) => {
      if (!sns) named = null
      for (const sn of sns ?? []) named?.add(sn)
      gather()
    }),
    platform.bus.on(LINKS_CHANGED, gather),
  ]
  return () => {
    ended = true
    clearTimeout(timer)
    for (const off of leave) off()
  }
}
