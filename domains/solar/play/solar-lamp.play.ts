import { airAt, hashOf, hourOf, lightAt, sunAt } from '@lamplight/town'
import { definePlay, type PlayedDevice, type PlayHooks } from '@lamplight/virtual-city'
import { type Battery, batteryOf, type Charge, flow, metered } from './battery.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The battery is computed in steps of at most this time, over at most this past. */
const STEP_MS = 15 * MINUTE_MS
const PAST_MS = 14 * DAY_MS
/** W; of a clear noon, and of the lamp at 100 %. */
const PANEL = 120
const LOAD = 40
const STANDBY = 0.3
/** V */
const PANEL_VOLTAGE = 18
/** One panel in so many is dirty or in the shade, and yields this share. */
const DIRTY_ONE_IN = 15
const DIRTY_YIELD = 0.3
/** Without a calendar the lamp burns from dusk to dawn, from this hour on with half of its light. */
const LATE = 23
const MORNING = 6
const HALF = 50

/** What a command made of the light; `until`: epoch ms, null: until another command. */
interface Override {
  readonly on: boolean
  readonly dim: number
  readonly until: number | null
}
const overrides = new WeakMap<PlayedDevice, Override>()
/** Yield of a lamp's panel: drawn once. */
const yields = new WeakMap<PlayedDevice, number>()

const yieldOf = (device: PlayedDevice): number => {
  const known = yields.get(device)
  if (known !== undefined) return known
  const hash = [...device.sn].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
  const made = hash % DIRTY_ONE_IN === 0 ? DIRTY_YIELD : 0.85 + (hash % 15) / 100
  yields.set(device, made)
  return made
}
const lightOf = (device: PlayedDevice, at: number): { on: boolean; dim: number } => {
  const override = overrides.get(device)
  if (override && (override.until === null || at < override.until)) return override
  const planned = device.calendar(at)
  if (planned !== undefined) return { on: planned > 0, dim: planned }
  const hour = hourOf(at)
  const on = sunAt(at) === 0
  return { on, dim: !on ? 0 : hour >= LATE || hour < MORNING ? HALF : 100 }
}
/** One lamp in so many has a luminaire that has failed: it is dark at every level. The same serial numbers in each run. */
const BROKEN_EACH = 18
export const isBroken = (sn: string): boolean => hashOf('broken', sn) % BROKEN_EACH === 0
const loadOf = ({ sn }: PlayedDevice, { on, dim }: { on: boolean; dim: number }): number =>
  (on && !isBroken(sn) ? (LOAD * dim) / 100 : 0) + STANDBY
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Values of a lamp at `at`, from its charge at `from`. */
const run = (
  device: PlayedDevice,
  battery: Battery,
  start: Charge & { hours: number },
  from: number,
  at: number,
): ReturnType<NonNullable<PlayHooks['start']>> => {
  const panelAt = (time: number): number => PANEL * lightAt(time) * yieldOf(device)
  let charge: Charge = start
  let { hours } = start
  for (let time = Math.max(from, at - PAST_MS); time < at; time += STEP_MS) {
    const ms = Math.min(STEP_MS, at - time)
    const light = lightOf(device, time)
    charge = flow(battery, charge, { panel: panelAt(time), load: loadOf(device, light), ms })
    if (light.on && light.dim > 0 && !charge.isCutOff && !isBroken(device.sn)) hours += ms / HOUR_MS
  }
  const wanted = lightOf(device, at)
  const light = charge.isCutOff ? { on: false, dim: 0 } : wanted
  const [panel, load] = [panelAt(at), charge.isCutOff ? 0 : loadOf(device, light)]
  const { voltage, current, work } = metered(battery, charge, { panel, load })
  return {
    on: Number(light.on && light.dim > 0),
    dim: light.on ? light.dim : 0,
    soc: charge.soc,
    batteryWork: work,
    batteryVoltage: voltage,
    batteryCurrent: current,
    batteryTemperature: airAt(at) + Math.abs(current) * 0.6,
    panelVoltage: panel > 1 ? PANEL_VOLTAGE + panel / 60 : 0,
    panelCurrent: panel > 1 ? panel / (PANEL_VOLTAGE + panel / 60) : 0,
    panelPower: panel,
    loadPower: load,
    charged: charge.charged,
    discharged: charge.discharged,
    hours,
    faults: [...(charge.isCutOff ? ['supplyVoltageTooLow'] : []), ...(isBroken(device.sn) ? ['lampFailure'] : [])],
  }
}

/**
 * Behaviour of a solar lamp: the panel charges the battery by day, as far as the sky allows, and the lamp empties it at night. At its discharge
 * limit the controller cuts the lamp off until the battery has recovered.
 */
export const solarLampPlay = definePlay('solarLamp', {
  start: (device) => {
    const { random, steppedAt } = device
    const age = 200 + random.below(500)
    // The city reads the parameters of its devices only after it has made all devices.
    const start = { soc: 80, isCutOff: false, charged: age * 330, discharged: age * 310, hours: age * 11 }
    return { ...run(device, batteryOf({}), start, steppedAt - PAST_MS, steppedAt), version: 'solar-3.1' }
  },
  step: (device, at) => {
    const { values, steppedAt } = device
    const { soc, charged, discharged, hours } = values
    const isCutOff = Array.isArray(values.faults) && values.faults.includes('supplyVoltageTooLow')
    const charge = { soc: number(soc), isCutOff, charged: number(charged), discharged: number(discharged), hours: number(hours) }
    return run(device, batteryOf(device.params), charge, steppedAt, at)
  },
  command: (device, cmd, args, at) => {
    if (cmd === 'release' || cmd === 'reboot') overrides.delete(device)
    else if (cmd === 'dim' || cmd === 'switch') {
      const dim = cmd === 'dim' ? Number(args.level) : args.on ? 100 : 0
      overrides.set(device, { on: dim > 0, dim, until: typeof args.until === 'number' ? args.until : null })
    } else return {}
    const { faults = [] } = device.values
    const isCutOff = Array.isArray(faults) && faults.includes('supplyVoltageTooLow')
    const { on, dim } = lightOf(device, at)
    return isCutOff ? {} : { on: Number(on && dim > 0), dim: on ? dim : 0, loadPower: loadOf(device, { on, dim }) }
  },
})
