import { defineDeviceType, type Field } from '@lamplight/kit'
import {
  type Ack,
  type Command,
  check,
  type DeviceEvent,
  decodeUp,
  EVENT_TYPES,
  type Report,
  sieveOf,
  type UpKind,
} from '@lamplight/protocol'
import type { Inventory } from '@lamplight/town'
import { createManualClock, type ManualClock } from './clock.ts'
import { createEngine, type Engine } from './engine.ts'
import type { CityOptions } from './options.ts'

/** Noon in Changsha: the lamps stay off for hours. */
export const NOON = Date.parse('2026-06-21T12:00:00+08:00')
/** An evening in Changsha: full level until 23:00. */
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

const label = ['值', 'Value'] as const
const input = (kind: string, options: object = {}): Field => ({ kind, options: { label, required: true, ...options } })

/** A device type with a property of every kind. */
export const binType = defineDeviceType({
  name: 'bin',
  code: 19,
  label,
  properties: {
    level: { slot: 1, label, unit: '%', min: 0, max: 100, decimals: 0 },
    lid: { slot: 2, label, values: { 0: label, 1: label } },
    temperature: { slot: 3, label, unit: 'Cel', min: -40, max: 90, decimals: 1 },
    battery: { slot: 4, label, unit: 'V', min: 2.5, max: 4.25, decimals: 1 },
    weight: { slot: 5, label },
    tilted: { slot: 6, label, type: 'boolean' },
    openings: { slot: 7, label, counter: { wrapsAt: 200 } },
    running: { slot: 8, label, unit: 'h', counter: true, decimals: 2 },
    mode: { label, type: 'text', words: { day: label, night: label } },
    version: { label, type: 'text' },
    seen: { label, type: 'time' },
    interval: { slot: 9, label, unit: 'min', min: 1, max: 60, decimals: 0 },
    faults: { label, type: 'list', words: EVENT_TYPES },
    old: { slot: 10, label, retired: true },
  },
  commands: {
    lid: { label, input: { open: input('flag') }, proves: { lid: 'open' } },
    interval: { label, input: { minutes: input('int', { min: 1, max: 60 }) }, proves: { interval: 'minutes' } },
    beep: { label },
  },
  events: ['highTemperature', 'impactDetected'],
})

/** `GW1` with two lamps and `bins` bins, and `GW2` with bins only. */
export const mixedInventory = (bins = 3, url?: string): Inventory => {
  const { gateways, ...rest } = smallInventory(2, 2, url)
  return {
    ...rest,
    gateways: gateways.map((gateway, g) => ({
      ...gateway,
      children: g === 0 ? gateway.children : [],
      devices: Array.from({ length: bins }, (_, n) => ({ sn: `BIN${g + 1}-${n + 1}`, type: 'bin' })),
    })),
    types: { bin: JSON.parse(JSON.stringify(binType)) },
  }
}

/** An engine without links, on a clock that the test moves, with all messages that it sent. */
export interface Bench {
  readonly engine: Engine
  readonly clock: ManualClock
  readonly reports: Report[]
  readonly acks: Ack[]
  readonly events: DeviceEvent[]
  readonly rebooted: number[]
  /** Gateways that sent a hello. */
  readonly told: number[]
  /** Sends a command to a gateway (default: index 0), to its first lamp unless `sns` is given. */
  send(command: Partial<Command> & Pick<Command, 'cmd' | 'args'>, gateway?: number): void
  lamp(sn: string): ReturnType<Engine['view']>
  device(sn: string): ReturnType<Engine['viewDevice']>
  /** Number of a lamp or another device among the children. */
  child(sn: string): number
}

/** Starts a bench at `start`; checks every sent message against the protocol, and every value against the type of its device. */
export const createBench = (options: CityOptions & { start?: number; inventory?: Inventory } = {}): Bench => {
  const { start = NOON, inventory = smallInventory(), ...rest } = options
  const clock = createManualClock(start)
  const sent = { reports: [] as Report[], acks: [] as Ack[], events: [] as DeviceEvent[] }
  const rebooted: number[] = []
  const told: number[] = []
  const types = new Map(inventory.gateways.flatMap(({ devices = [] }) => devices.map(({ sn, type }) => [sn, inventory.types?.[type]])))
  const fits = (kind: Exclude<UpKind, 'hello'>, entries: readonly (Report | Ack | DeviceEvent)[]): void => {
    const decoded = decodeUp(kind, JSON.stringify(entries))
    if (!decoded.ok) throw new Error(`${kind}: ${decoded.reason}`)
    for (const { entry, reason, valuesOnly } of decoded.dropped)
      if (!valuesOnly || !types.has((entry as Report).sn)) throw new Error(`${kind}: ${reason}`)
    for (const { sn, p } of entries) {
      const type = types.get(sn)
      const [bad] = type && p ? sieveOf(type)({ ...p }).bad : []
      if (bad) throw new Error(`${kind}: ${sn} ${bad.property} ${bad.reason}`)
    }
  }
  const engine = createEngine({
    inventory,
    clock,
    options: rest,
    emit: (_, kind, entries) => {
      fits(kind, entries)
      const list: (Report | Ack | DeviceEvent)[] = kind === 'report' ? sent.reports : kind === 'ack' ? sent.acks : sent.events
      list.push(...entries)
    },
    reboot: (gateway) => rebooted.push(gateway),
    hello: (gateway) => told.push(gateway),
  })
  engine.start()
  return {
    engine,
    clock,
    ...sent,
    rebooted,
    told,
    send: (command, gateway = 0) => {
      const whole = {
        id: '1',
        sns: engine.fleet.of[gateway]!.slice(0, 1).map((lamp) => engine.fleet.sn[lamp]!),
        expiresAt: Math.ceil(clock.now()) + 600_000,
        ...command,
      } as Command
      const reason = check('command', whole)
      if (reason) throw new Error(`command: ${reason}`)
      engine.command(gateway, whole)
    },
    lamp: (sn) => engine.view(engine.fleet.indexOf.get(sn)!),
    device: (sn) => engine.viewDevice(engine.children.indexOf(sn)!),
    child: (sn) => engine.children.indexOf(sn)!,
  }
}
