import type { Command, Properties } from '@lamplight/protocol'
import { createRandom, type Inventory } from '@lamplight/town'
import type { CityClock } from './clock.ts'
import { type Commands, createCommands } from './commands.ts'
import { createEffectLog, type EffectLog } from './effects.ts'
import { createFleet, type Fleet, type LampFault, lot } from './fleet.ts'
import { createLamps, type Lamps } from './lamps.ts'
import { driverPower, meterTo, powerAt } from './meter.ts'
import { type CityOptions, type Emit, KINDS, type Kind, settingsOf } from './options.ts'
import { createProgramme, FULL, type ProgrammeStep } from './programme.ts'
import { createReporter } from './reporter.ts'
import { createScheduler } from './scheduler.ts'

/** Gateways switch at random within this time after the moment of the programme, so that a town does not start all drivers at once, ms. */
const INRUSH_MS = 12_000
const PRUNE_MS = 3_600_000

/** A lamp as it really is, whatever its controller says. */
export interface LampView {
  readonly sn: string
  readonly gatewaySn: string
  readonly fault: LampFault
  /** What the controller says. */
  readonly state: Properties
  /** True power W, energy Wh and burning hours h, without meter noise. */
  readonly power: number
  readonly energy: number
  readonly hours: number
  readonly nominal: { readonly power: number; readonly minPower: number; readonly minLevel: number }
}

/** The lamps and gateways without their links. */
export interface Engine {
  readonly fleet: Fleet
  readonly effects: EffectLog
  readonly counts: Commands['counts']
  start(): void
  stop(): void
  /** A command has arrived at a gateway. */
  command(gateway: number, command: Command): void
  reportAll(gateway: number): void
  view(lamp: number): LampView
  setFault(lamp: number, fault: LampFault): void
  /** Has these gateways burn their lamps as in the evening, whatever the hour; false: as the programme says again. */
  setNight(gateways: readonly number[], night: boolean): void
  /** Lamps that give light now. */
  lit(): number
}

interface Dependencies {
  readonly inventory: Inventory
  readonly clock: CityClock
  readonly options: CityOptions
  readonly emit: Emit
  readonly reboot: (gateway: number) => void
}

/** Puts every lamp at once into the state that the programme asks for, so that a city that starts at night starts lit. */
const settle = (fleet: Fleet, lamps: Lamps, gateway: number, level: number, at: number): void => {
  for (let lamp = fleet.first[gateway]!; lamp < fleet.first[gateway + 1]!; lamp++) {
    fleet.wanted[lamp] = level
    fleet.toPower[lamp] = driverPower(fleet, lamp, level)
    fleet.lit[lamp] = level > 0 ? 1 : 0
    fleet.metered[lamp] = at
  }
  lamps.setProgramme(gateway, level, at)
}

export const createEngine = ({ inventory, clock, options, emit, reboot }: Dependencies): Engine => {
  const settings = settingsOf(options)
  const { seed } = settings
  const fleet = createFleet(inventory, { seed, rates: options.faults ?? {}, now: clock.now() })
  const offset = Float64Array.from(fleet.gatewaySn, (sn) => settings.drift * (2 * lot(seed, sn, 'drift') - 1))
  const inrush = Float64Array.from(fleet.gatewaySn, (sn) => INRUSH_MS * lot(seed, sn, 'inrush'))
  const scheduler = createScheduler<Kind>(clock, KINDS)
  const random = createRandom(seed, 'engine')
  const programme = createProgramme(inventory.timeZone)
  const effects = createEffectLog(fleet.count)
  const lamps = createLamps({
    fleet,
    scheduler,
    random,
    noise: settings.noise,
    offset,
    changed: (lamp, at) => reporter.changed(lamp, at),
    event: (lamp, type, on, at) => reporter.event(lamp, type, on, at),
  })
  const reporter = createReporter({ fleet, scheduler, random, settings, offset, read: lamps.read, emit })
  const commands = createCommands({ fleet, lamps, effects, scheduler, random, settings, offset, emit, reboot })

  const shownNight = new Uint8Array(fleet.gateways)
  const lateness = (gateway: number): number => inrush[gateway]! - offset[gateway]!
  const programmeOf = (gateway: number, at: number): ProgrammeStep => {
    const { level, next } = programme(at - lateness(gateway), fleet.lat[gateway]!, fleet.lng[gateway]!)
    return { level: shownNight[gateway] ? FULL : level, next }
  }
  /** The gateway follows the programme by its own clock, a little late. */
  const follow = (gateway: number, at: number): number => {
    const { level, next } = programmeOf(gateway, at)
    scheduler.at(next + lateness(gateway), 'programme', gateway)
    return level
  }
  return {
    fleet,
    effects,
    counts: commands.counts,
    start: () => {
      const now = clock.now()
      for (let gateway = 0; gateway < fleet.gateways; gateway++) settle(fleet, lamps, gateway, follow(gateway, now), now)
      reporter.start(now)
      scheduler.at(now + PRUNE_MS, 'prune', 0)
      scheduler.start({
        report: reporter.onReport,
        flush: reporter.onFlush,
        programme: (gateway, at) => lamps.setProgramme(gateway, follow(gateway, at), at),
        expire: lamps.onExpire,
        cycle: lamps.onCycle,
        job: commands.onJob,
        prune: (_, at) => {
          commands.onPrune(at)
          scheduler.at(at + PRUNE_MS, 'prune', 0)
        },
      })
    },
    stop: scheduler.stop,
    command: (gateway, command) => commands.receive(gateway, command, clock.now()),
    reportAll: (gateway) => reporter.reportAll(gateway, clock.now()),
    setFault: (lamp, fault) => lamps.setFault(lamp, fault, clock.now()),
    setNight: (gateways, night) => {
      const now = clock.now()
      for (const gateway of gateways) {
        shownNight[gateway] = night ? 1 : 0
        lamps.setProgramme(gateway, programmeOf(gateway, now).level, now)
      }
    },
    view: (lamp) => {
      const now = clock.now()
      meterTo(fleet, lamp, now)
      return {
        sn: fleet.sn[lamp]!,
        gatewaySn: fleet.gatewaySn[fleet.gatewayOf[lamp]!]!,
        fault: lamps.faultOf(lamp),
        state: lamps.state(lamp),
        power: powerAt(fleet, lamp, now),
        energy: fleet.energy[lamp]!,
        hours: fleet.hours[lamp]!,
        nominal: { power: fleet.power[lamp]!, minPower: fleet.minPower[lamp]!, minLevel: fleet.minLevel[lamp]! },
      }
    },
    lit: () => fleet.lit.reduce((sum, one) => sum + one, 0),
  }
}
