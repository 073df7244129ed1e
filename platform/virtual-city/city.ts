import { decode, encode, type Hello, type HelloChild, type Params, type UpKind } from '@lamplight/protocol'
import { createRandom, type Inventory, type InventoryGateway } from '@lamplight/town'
import { type CityClock, createClock } from './clock.ts'
import type { ParamFault } from './devices/params.ts'
import type { Values } from './devices/play.ts'
import { textsOf } from './devices/texts-of.ts'
import { createEngine } from './engine.ts'
import type { LampFault } from './fleet.ts'
import type { CalendarFault } from './lamps/calendars.ts'
import type { DeviceView, LampView } from './lamps/views.ts'
import { createLink, type Link, type LinkCounts } from './link.ts'
import type { CityOptions } from './options.ts'

const TICK_MS = 5000
/** Number of gateways that start to connect per step, and length of a step: 1,000 gateways a second. */
const CONNECTS = 20
const CONNECT_STEP_MS = 20
/** Number of devices per second that may send their first report. */
const FIRST_REPORTS = 2000
const REBOOT_MS = 2000
const VERSION = 'virtual-1.0'

export interface CityStats {
  readonly gateways: number
  readonly connected: number
  readonly lamps: number
  /** Number of devices other than lamp controllers. */
  readonly devices: number
  /** Number of lamps that give light. */
  readonly lit: number
  /** Number of messages sent, by kind, and number of device reports in them. */
  readonly sent: Readonly<Record<UpKind, number>>
  readonly reports: number
  readonly acks: number
  readonly dropped: number
  readonly resent: number
  readonly connects: number
  /** Number of connections that the broker refused. */
  readonly refused: number
  /** Number of commands to single devices: received, received again, refused, and not delivered by radio. */
  readonly commands: { readonly received: number; readonly duplicates: number; readonly refused: number; readonly unreachable: number }
  readonly effects: number
  /** Number of invalid downlink messages. */
  readonly invalid: number
  /** Time in the city, epoch ms. */
  readonly now: number
}

/** A gateway with its devices, and with its lamp controllers if these have changed. */
export type PlacedDevices = Pick<InventoryGateway, 'sn'> &
  Required<Pick<InventoryGateway, 'devices'>> &
  Partial<Pick<InventoryGateway, 'children'>>

export interface City {
  start(): void
  /** Closes all connections properly and waits until they are closed. */
  stop(): Promise<void>
  stats(): CityStats
  /** Maps serial numbers to the number of times that the command `id` took effect there. */
  effects(id: string): Map<string, number>
  /** @throws Error for an unknown serial number, like the methods below. */
  lamp(sn: string): LampView
  /** State of a device that is not a lamp controller. */
  device(sn: string): DeviceView
  /** Parameter values of a device, by family. */
  params(sn: string): Params
  setParamFault(sn: string, fault: ParamFault): void
  setFault(sn: string, fault: LampFault): void
  /** Sets values of a device that is not a lamp controller, without a command: a breaker trips, a person at the cabinet opens a switch. */
  setValues(sn: string, values: Values): void
  /** Makes a device follow its calendar wrongly. @throws RangeError for an unknown zone */
  setCalendarFault(sn: string, fault: CalendarFault): void
  /**
   * Replaces the children of these gateways by the lists. A child in both keeps its values. Gateways of other cities are ignored.
   */
  place(gateways: readonly PlacedDevices[], types: NonNullable<Inventory['types']>): void
  /** Makes the lamps of these gateways burn as in the evening, at any time of day; gateways of other cities are ignored. */
  showNight(gatewaySns: readonly string[], night: boolean): void
  isOnline(gatewaySn: string): boolean
  /** Breaks the connection of a gateway without a disconnect message; its lamps go on by themselves. */
  killGateway(gatewaySn: string): void
  reviveGateway(gatewaySn: string): void
}

export interface CityConfig extends CityOptions {
  readonly inventory: Inventory
  /** Speed relative to real time; ignored if `clock` is given. */
  readonly speed?: number
  /** Time in the city when it is created, epoch ms; default: now. Ignored if `clock` is given. */
  readonly start?: number
  readonly clock?: CityClock
  /** Called for each message that the broker has acknowledged: it must not be lost from then on. */
  readonly onTaken?: (gatewaySn: string, kind: UpKind, payload: string) => void
}

const known = <T>(value: T | undefined, sn: string): T => {
  if (value === undefined) throw new Error(`the city has no ${sn}`)
  return value
}

/** Creates a virtual city in one process, over real MQTT: lamps, other devices, gateways and links. */
export const createCity = ({ inventory, speed, start, clock = createClock({ speed, start }), onTaken, ...options }: CityConfig): City => {
  const { hostname, port } = new URL(inventory.broker.url)
  const random = createRandom(options.seed ?? 1, 'links')
  const counts: LinkCounts = { sent: { hello: 0, report: 0, ack: 0, event: 0 }, dropped: 0, resent: 0, connects: 0, refused: 0 }
  let [reports, acks, invalid] = [0, 0, 0]
  const timers = new Set<NodeJS.Timeout>()

  const engine = createEngine({
    inventory,
    clock,
    options,
    emit: (gateway, kind, entries) => {
      const link = links[gateway]!
      if (kind === 'report' && !link.online()) return
      if (engine.fleet.deadGateway[gateway]) return
      if (kind === 'report') reports += entries.length
      if (kind === 'ack') acks += entries.length
      for (const text of textsOf<unknown>(entries, JSON.stringify)) link.publish(kind, text)
    },
    hello: (gateway) => {
      for (const text of helloOf(gateway)) links[gateway]!.publish('hello', text)
    },
    reboot: (gateway) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        links[gateway]!.cut(REBOOT_MS)
      }, 200)
      timers.add(timer)
    },
  })
  const { fleet } = engine

  const helloOf = (gateway: number): string[] => {
    const sn = fleet.gatewaySn[gateway]!
    const reportSeconds = Math.min(86_400, Math.max(1, Math.ceil((options.reportInterval ?? 300) / (speed ?? 1))))
    return textsOf(engine.helloChildren(gateway), (children: readonly HelloChild[]) => {
      const hello: Hello = {
        sn,
        type: 'gateway',
        version: VERSION,
        children: [...children],
        calendars: engine.calendars(gateway),
        reportSeconds,
      }
      return encode('hello', hello)
    })
  }
  const reportSoon = (gateway: number): void => {
    const spread = Math.max(200, Math.min((options.reportInterval ?? 300) * 1000, (engine.children.count() / FIRST_REPORTS) * 1000))
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (links[gateway]!.online()) engine.reportAll(gateway)
    }, random.between(0.1, 1) * spread)
    timers.add(timer)
  }
  const links: Link[] = inventory.gateways.map(({ sn, secret }, gateway) =>
    createLink({
      sn,
      secret,
      host: hostname,
      port: Number(port || 1883),
      random,
      counts,
      hello: () => helloOf(gateway),
      onOnline: () => reportSoon(gateway),
      onTaken: onTaken && ((kind, payload) => onTaken(sn, kind, payload)),
      onDown: (kind, payload) => {
        if (kind === 'calendar') {
          const calendar = decode('calendar', payload)
          engine.calendar(gateway, calendar.ok ? calendar.message : undefined)
          if (!calendar.ok) invalid++
        }
        if (kind !== 'command') return
        const decoded = decode('command', payload)
        if (decoded.ok) engine.command(gateway, decoded.message)
        else invalid++
      },
    }),
  )
  const gatewayOf = (sn: string): number => known(fleet.gatewayIndexOf.get(sn), sn)
  const lampOf = (sn: string): number => known(fleet.indexOf.get(sn), sn)
  const childOf = (sn: string): number => known(engine.children.indexOf(sn), sn)
  const deviceOf = (sn: string): number => {
    const child = childOf(sn)
    return known(engine.children.isLamp(child) ? undefined : child, sn)
  }
  const openAll = (): void => {
    const living = links.filter((_, gateway) => !fleet.deadGateway[gateway])
    let next = 0
    const timer = setInterval(() => {
      for (const link of living.slice(next, next + CONNECTS)) link.open()
      next += CONNECTS
      if (next >= living.length) {
        clearInterval(timer)
        timers.delete(timer)
      }
    }, CONNECT_STEP_MS)
    timers.add(timer)
  }

  return {
    start: () => {
      engine.start()
      openAll()
      timers.add(
        setInterval(() => {
          const now = Date.now()
          for (const link of links) link.tick(now)
        }, TICK_MS),
      )
    },
    stop: async () => {
      engine.stop()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(links.map((link) => link.close()))
    },
    stats: () => ({
      gateways: fleet.gateways,
      connected: links.reduce((sum, link) => sum + (link.online() ? 1 : 0), 0),
      lamps: fleet.count,
      devices: engine.children.count() - fleet.count,
      lit: engine.lit(),
      ...counts,
      sent: { ...counts.sent },
      reports,
      acks,
      commands: { ...engine.counts },
      effects: engine.effects.total(),
      invalid,
      now: clock.now(),
    }),
    effects: (id) => new Map([...engine.effects.of(id)].map(([child, count]) => [engine.children.sn(child), count])),
    lamp: (sn) => engine.view(lampOf(sn)),
    device: (sn) => engine.viewDevice(deviceOf(sn)),
    params: (sn) => engine.params(childOf(sn)),
    setParamFault: (sn, fault) => engine.setParamFault(childOf(sn), fault),
    setFault: (sn, fault) => engine.setFault(childOf(sn), fault),
    setValues: (sn, values) => engine.setValues(deviceOf(sn), values),
    setCalendarFault: (sn, fault) => engine.setCalendarFault(childOf(sn), fault),
    place: (gateways, types) => {
      const here = gateways.flatMap((one) => {
        const gateway = fleet.gatewayIndexOf.get(one.sn)
        return gateway === undefined ? [] : [{ ...one, gateway }]
      })
      const lamps = here.flatMap(({ gateway, children }) => (children ? [[gateway, children] as const] : []))
      engine.place(new Map(lamps), new Map(here.map(({ gateway, devices }) => [gateway, devices])), types)
    },
    showNight: (sns, night) =>
      engine.setNight(
        sns.flatMap((sn) => fleet.gatewayIndexOf.get(sn) ?? []),
        night,
      ),
    isOnline: (sn) => links[gatewayOf(sn)]!.online(),
    killGateway: (sn) => links[gatewayOf(sn)]!.cut(),
    reviveGateway: (sn) => {
      const gateway = gatewayOf(sn)
      fleet.deadGateway[gateway] = 0
      links[gateway]!.open()
    },
  }
}
