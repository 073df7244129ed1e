import { type Ack, type Command, check, type DeviceEvent, type MessageKind, type Report } from '@lamplight/protocol'
import type { Inventory } from '@lamplight/town'
import { createManualClock, type ManualClock } from './clock.ts'
import { createEngine, type Engine } from './engine.ts'
import type { CityOptions } from './options.ts'

/** Noon in Changsha: the programme keeps the lamps off for hours. */
export const NOON = Date.parse('2026-06-21T12:00:00+08:00')
/** Full level until 23:00. */
export const EVENING = Date.parse('2026-06-21T20:30:00+08:00')

/** `gateways` gateways with `children` lamps of 100 W each: `GW1` with `GW1-1` …. */
export const smallInventory = (gateways = 1, children = 4, url = 'mqtt://127.0.0.1:1'): Inventory => ({
  broker: { url },
  timeZone: 'Asia/Shanghai',
  gateways: Array.from({ length: gateways }, (_, g) => ({
    sn: `GW${g + 1}`,
    secret: `secret-${g + 1}`,
    lng: 112.95,
    lat: 28.2,
    children: Array.from({ length: children }, (_, c) => ({
      sn: `GW${g + 1}-${c + 1}`,
      lng: 112.95,
      lat: 28.2,
      power: 100,
      minPower: 15,
      minLevel: 10,
    })),
  })),
})

/** An engine without links, on a clock that the test moves, and all that it said. */
export interface Bench {
  readonly engine: Engine
  readonly clock: ManualClock
  readonly reports: Report[]
  readonly acks: Ack[]
  readonly events: DeviceEvent[]
  readonly rebooted: number[]
  /** Sends a command to gateway `gateway` (0 by default). */
  send(command: Partial<Command> & Pick<Command, 'cmd' | 'args'>, gateway?: number): void
  lamp(sn: string): ReturnType<Engine['view']>
}

/** Starts a bench at `start`; every message that leaves it must fit the protocol. */
export const createBench = (options: CityOptions & { start?: number; inventory?: Inventory } = {}): Bench => {
  const { start = NOON, inventory = smallInventory(), ...rest } = options
  const clock = createManualClock(start)
  const said = { reports: [] as Report[], acks: [] as Ack[], events: [] as DeviceEvent[] }
  const rebooted: number[] = []
  const fits = (kind: MessageKind, message: unknown): void => {
    const reason = check(kind, message)
    if (reason) throw new Error(`${kind}: ${reason}`)
  }
  const engine = createEngine({
    inventory,
    clock,
    options: rest,
    emit: (_, kind, entries) => {
      fits(kind, entries)
      const list: (Report | Ack | DeviceEvent)[] = kind === 'report' ? said.reports : kind === 'ack' ? said.acks : said.events
      list.push(...entries)
    },
    reboot: (gateway) => rebooted.push(gateway),
  })
  engine.start()
  return {
    engine,
    clock,
    ...said,
    rebooted,
    send: (command, gateway = 0) => {
      const whole = {
        id: '1',
        sns: [engine.fleet.sn[engine.fleet.first[gateway]!]!],
        expiresAt: Math.ceil(clock.now()) + 600_000,
        ...command,
      } as Command
      fits('command', whole)
      engine.command(gateway, whole)
    },
    lamp: (sn) => engine.view(engine.fleet.indexOf.get(sn)!),
  }
}
