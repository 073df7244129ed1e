import { definePlay, type PlayedDevice, type PlayHooks } from '@lamplight/virtual-city'
import { outputsIn } from '../model/stored-lists.ts'

const HOUR_MS = 3_600_000
/** Time zone of the demo city: China. */
const ZONE_H = 8
/** Current at night of a connected output of which the platform knows no loop, A. */
const NIGHT_AMPERE = 9
const POWER_FACTOR = 0.92
/** Contacts of a new concentrator: its first outputs are closed. */
const USED = 4
/** Each input reports the output with its number, unless the loop configuration says otherwise. */
const PORTS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Outputs that a command switched for a time: when they return, and to what. */
const temporary = new WeakMap<PlayedDevice, { readonly until: number; readonly back: Readonly<Record<string, number>> }>()

const hourOf = (at: number): number => (at / HOUR_MS + ZONE_H) % 24
const isNight = (at: number): boolean => hourOf(at) >= 18.5 || hourOf(at) < 6
const daylightAt = (at: number): number => Math.max(0, Math.cos(((hourOf(at) - 12.5) * Math.PI) / 13))

const outputsAt = (device: PlayedDevice, at: number): Record<string, number> => {
  const { values } = device
  const now = Object.fromEntries(PORTS.map((n) => [`do${n}`, Number(values[`do${n}`] ?? 0)]))
  const order = temporary.get(device)
  if (!order || at < order.until) return now
  temporary.delete(device)
  return { ...now, ...order.back }
}
/** Inputs follow the outputs of their loops. */
const inputsOf = ({ params }: PlayedDevice, outputs: Readonly<Record<string, number>>): Record<string, number> => {
  const inputs = Object.fromEntries(PORTS.map((n) => [`di${n}`, outputs[`do${n}`] ?? 0]))
  for (const { doNo, diNo } of outputsIn(String(params.loopConfig?.list ?? '')).values())
    if (diNo !== null) inputs[`di${diNo}`] = outputs[`do${doNo}`] ?? 0
  return inputs
}

/** A contact that is open (0) interrupts the supply of the lamps that it feeds. */
export const supplies: PlayHooks['supplies'] = (values, by) => values[by] !== 0

/** Behaviour of a concentrator: closed outputs feed the lamps of their loops, inputs report the outputs, a timed command ends by itself. */
export const concentratorPlay = definePlay('concentrator', {
  start: ({ steppedAt }) => ({
    ...Object.fromEntries(PORTS.map((n) => [`do${n}`, Number(n <= USED)])),
    ...Object.fromEntries(PORTS.map((n) => [`di${n}`, Number(n <= USED)])),
    energy: 120_000,
    interval: 15,
    clock: steppedAt,
    version: 'concentrator-3.1',
    selfTest: 'ok',
    faults: [],
  }),
  step: (device, at) => {
    const { random, values, steppedAt, params } = device
    const outputs = outputsAt(device, at)
    const closed = PORTS.filter((n) => outputs[`do${n}`] === 1)
    const phases = ['A', 'B', 'C'].map((letter, phase) => {
      const voltage = random.between(222, 232)
      const currentOf = (n: number): number => {
        const load = device.load(`do${n}`)
        if (load !== undefined) return load / voltage / POWER_FACTOR
        return isNight(at) ? NIGHT_AMPERE * random.between(0.96, 1.04) : 0.1
      }
      const current = closed.filter((n) => (n - 1) % 3 === phase).reduce((sum, n) => sum + currentOf(n), 0)
      return { letter, voltage, current }
    })
    const power = phases.reduce((sum, { voltage, current }) => sum + voltage * current * POWER_FACTOR, 0)
    return {
      ...outputs,
      ...inputsOf(device, outputs),
      ...Object.fromEntries(
        phases.flatMap(({ letter, voltage, current }) => [
          [`voltage${letter}`, voltage],
          [`current${letter}`, current],
        ]),
      ),
      power,
      energy: Number(values.energy) + (power * Math.max(0, at - steppedAt)) / HOUR_MS,
      illuminance: daylightAt(at) * 60_000 * random.between(0.85, 1) + (isNight(at) ? 12 : 0),
      luminance: isNight(at) ? 1.4 * random.between(0.9, 1.1) : daylightAt(at) * 3000,
      interval: Number(params.concentratorBase?.reportInterval ?? values.interval),
      clock: at,
    }
  },
  supplies,
  command: (device, cmd, args, at) => {
    if (cmd !== 'output') return undefined
    const { duration, ...given } = args
    const set = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]))
    const back = Object.fromEntries(Object.keys(set).map((name) => [name, Number(device.values[name] ?? 0)]))
    if (typeof duration === 'number') temporary.set(device, { until: at + duration * 1000, back })
    else temporary.delete(device)
    return { ...set, ...inputsOf(device, { ...device.values, ...set } as Record<string, number>) }
  },
})
