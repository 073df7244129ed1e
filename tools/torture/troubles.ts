import { queryOnce } from '@lamplight/testing'
import type { Inventory, InventoryGateway } from '@lamplight/town'
import type { City } from '@lamplight/virtual-city'
import type { ToldFaults } from './told-faults.ts'

/** Share of the gateways whose devices have troubles, and their least number: one loses its supply, one its power, at one devices fail. */
const SHARE = 0.25
const LEAST = 3
/** Lamps that no longer answer their gateway, and lamps that stay dark. */
const SILENT = 1
const DARK = 2
const TRIPPED = 'currentTooHigh'

/** A gateway with its switch box. */
export interface Place {
  readonly gateway: string
  readonly gatewayId: string
  readonly boxId: string
  readonly lamps: readonly string[]
  /** All devices behind the gateway. */
  readonly devices: readonly string[]
  /** Switches of the loops of the box, and the lamps that they feed. */
  readonly switches: readonly string[]
  readonly fed: readonly string[]
}
/** A time in which something was without supply or without power, epoch ms; `ended` is null while it lasts. */
export interface Outage {
  readonly cause: 'box' | 'gateway'
  readonly place: Place
  readonly began: number
  readonly ended: number | null
  /** Devices that had reported before. */
  readonly lost: readonly string[]
}

/** Serial numbers of all devices behind gateways. */
export const devicesOf = (gateways: Inventory['gateways']): readonly string[] =>
  gateways.flatMap(({ children, devices = [] }) => [...children, ...devices].map(({ sn }) => sn))
const switchesOf = ({ devices = [] }: InventoryGateway) => devices.filter(({ type, feeds }) => type === 'airSwitch' && feeds?.contact)

/** The gateways whose devices have troubles: some of those with a switch box, from the whole list, because the first ones have devices of more types. */
export const troubledIn = ({ gateways }: Inventory): readonly InventoryGateway[] => {
  const fit = gateways.filter((gateway) => switchesOf(gateway).length > 0)
  const count = Math.max(LEAST, Math.floor(gateways.length * SHARE))
  if (fit.length < count || gateways.length <= count) throw new Error(`troubles need ${count} gateways with switch boxes, beside others`)
  const step = Math.floor(fit.length / count)
  return fit.filter((_, n) => n % step === 0).slice(0, count)
}

const placesIn = async (databaseUrl: string, gateways: readonly InventoryGateway[]): Promise<readonly Place[]> => {
  const rows = await queryOnce<{ sn: string; gateway: string; box: string }>(
    databaseUrl,
    `select g.sn, g.id::text as gateway, b.id::text as box from devices_gateway g join cabinets_switchbox b on b.gateway_id = g.id and not b.is_deleted
     where g.sn = any(array[${gateways.map(({ sn }) => `'${sn}'`).join(', ')}]) and not g.is_deleted`,
  )
  const of = new Map(rows.map((row) => [row.sn, row]))
  return gateways.map((gateway): Place => {
    const row = of.get(gateway.sn)
    if (!row) throw new Error(`${gateway.sn} has no switch box`)
    return {
      gateway: gateway.sn,
      gatewayId: row.gateway,
      boxId: row.box,
      lamps: gateway.children.map(({ sn }) => sn),
      devices: devicesOf([gateway]),
      switches: switchesOf(gateway).map(({ sn }) => sn),
      fed: switchesOf(gateway).flatMap(({ feeds }) => feeds?.contact ?? []),
    }
  })
}

/**
 * Troubles of the virtual city: a switch box without supply, a gateway without power, and devices that fail. They begin and end in turn, each time at the next
 * places.
 */
export const createTroubles = async (options: { city: City; inventory: Inventory; databaseUrl: string; told: ToldFaults }) => {
  const { city, inventory, databaseUrl, told } = options
  const places = await placesIn(databaseUrl, troubledIn(inventory))
  // Lamps that are to stay dark must be wanted on.
  city.showNight(
    places.map(({ gateway }) => gateway),
    true,
  )
  const outages: Outage[] = []
  let faulty: readonly string[] = []
  let tripped = ''
  let times = 0

  const begin = (): void => {
    const [dark, dead, failing] = [0, 1, 2].map((n) => places[(times + n) % places.length]) as [Place, Place, Place]
    times += 1
    const now = Date.now()
    const lost = (sns: readonly string[]): readonly string[] => sns.filter(told.hasReported)
    for (const sn of dark.switches) city.setValues(sn, { contact: 0 })
    outages.push({ cause: 'box', place: dark, began: now, ended: null, lost: lost(dark.fed) })
    city.killGateway(dead.gateway)
    outages.push({ cause: 'gateway', place: dead, began: now, ended: null, lost: lost(dead.devices) })
    faulty = failing.lamps.slice(0, SILENT + DARK)
    for (const [n, sn] of faulty.entries()) city.setFault(sn, n < SILENT ? 'silent' : 'dark')
    tripped = failing.switches[0] ?? ''
    city.setValues(tripped, { faults: [TRIPPED] })
  }
  const end = (): void => {
    for (const [n, outage] of outages.entries()) {
      if (outage.ended !== null) continue
      outages[n] = { ...outage, ended: Date.now() }
      if (outage.cause === 'gateway') city.reviveGateway(outage.place.gateway)
      else for (const sn of outage.place.switches) city.setValues(sn, { contact: 1 })
    }
    for (const sn of faulty) city.setFault(sn, 'none')
    city.setValues(tripped, { faults: [] })
  }
  return {
    places,
    outages: (): readonly Outage[] => outages,
    /** Begins troubles; the next call ends them. */
    turn: (): void => (outages.some(({ ended }) => ended === null) ? end() : begin()),
  }
}
export type Troubles = Awaited<ReturnType<typeof createTroubles>>
