import { definePlay, type PlayedDevice } from '@lamplight/virtual-city'

const MINUTE_MS = 60_000
/** Flow at full strength, l/min; pressure without flow, and its drop at full flow, kPa. */
const FULL_FLOW = 42
const REST_KPA = 420
const FLOW_KPA = 90
const USUAL_MINUTES = 60

/** End of a running spray, epoch ms. */
const ends = new WeakMap<PlayedDevice, number>()

const running = (level: number): Record<string, number> => ({
  on: Number(level > 0),
  level,
  flow: (FULL_FLOW * level) / 100,
  pressure: REST_KPA - (FLOW_KPA * level) / 100,
})

/** Behaviour of a spray device: it sprays for the minutes of a command, else by its calendar, and counts the water that it uses. */
export const sprayPlay = definePlay('spray', {
  start: ({ random }) => ({ ...running(0), water: random.below(90_000), interval: 15, version: 'spray-1.2' }),
  step: (device, at) => {
    const { values, steppedAt } = device
    const level = Number(values.level ?? 0)
    const end = ends.get(device) ?? Number.NEGATIVE_INFINITY
    const until = steppedAt < end ? Math.min(at, end) : at
    const minutes = Math.max(0, until - steppedAt) / MINUTE_MS
    return {
      ...running(at < end ? level : (device.calendar(at) ?? 0)),
      water: Number(values.water ?? 0) + (FULL_FLOW * level * minutes) / 100,
      interval: values.interval,
    }
  },
  command: (device, cmd, args, at) => {
    if (cmd !== 'spray') return undefined
    ends.set(device, at + Number(args.minutes ?? USUAL_MINUTES) * MINUTE_MS)
    return running(Number(args.level))
  },
})
