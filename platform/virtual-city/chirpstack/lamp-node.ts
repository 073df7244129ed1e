import type { Random } from '@lamplight/town'

const HOUR_MS = 3_600_000
const [COMMAND_PORT, STATUS_PORT] = [8, 10] as const
const [COMMAND, SET_LEVEL] = [0x84, 0x01] as const
const STATUS_BYTES = 17
const FULL = 100
/** Local hours (UTC+8) at which a node switches itself on and off. */
const [DUSK, DAWN] = [18, 6] as const
const OFFSET_HOURS = 8

export interface Frame {
  readonly fPort: number
  readonly data: Buffer
}
/** A class C lamp node with a DALI driver: it takes `84 01 LL` on port 8, repeats it as its answer, and reports its status on port 10. */
export interface LampNode {
  readonly devEui: string
  readonly name: string
  /** Handles a downlink; returns the answer, or undefined for a frame that it does not know. */
  readonly receive: (frame: Frame, at: number) => Frame | undefined
  readonly status: (at: number) => Frame
  readonly level: () => number
}

const isNight = (at: number): boolean => {
  const hour = Math.floor(at / HOUR_MS + OFFSET_HOURS) % 24
  return hour >= DUSK || hour < DAWN
}

export const createLampNode = (options: {
  readonly devEui: string
  readonly name: string
  readonly random: Random
  readonly now: number
}): LampNode => {
  const { random } = options
  const watts = 60 + random.below(90)
  let level = isNight(options.now) ? FULL : 0
  let wasNight = isNight(options.now)
  let energy = random.below(2_000_000)
  let hours = random.below(80_000) / 10
  let meteredAt = options.now
  /** Power in W. At low levels it is a little more than in proportion to the level. */
  const power = (): number => (level === 0 ? 0.4 : watts * (0.05 + 0.95 * (level / FULL)))
  const meter = (at: number): void => {
    const passed = Math.max(0, at - meteredAt) / HOUR_MS
    energy += power() * passed
    if (level > 0) hours += passed
    meteredAt = at
  }
  return {
    devEui: options.devEui,
    name: options.name,
    receive: ({ fPort, data }, at) => {
      const [command, kind, wanted] = data
      if (fPort !== COMMAND_PORT || data.length !== 3 || command !== COMMAND || kind !== SET_LEVEL || wanted === undefined) return undefined
      meter(at)
      level = Math.min(FULL, wanted)
      return { fPort: COMMAND_PORT, data: Buffer.from([COMMAND, SET_LEVEL, level]) }
    },
    status: (at) => {
      meter(at)
      if (isNight(at) !== wasNight) {
        wasNight = !wasNight
        level = wasNight ? FULL : 0
      }
      const volts = 228 + random.between(-4, 4)
      const drawn = power() * random.between(0.995, 1.005)
      const data = Buffer.alloc(STATUS_BYTES)
      data.writeUInt8(level > 0 ? 1 : 0, 0)
      data.writeUInt8(level, 1)
      data.writeUInt16BE(Math.round(drawn * 10), 2)
      data.writeUInt16BE(Math.round(volts * 10), 4)
      data.writeUInt16BE(Math.round((drawn / volts) * 1000), 6)
      data.writeUInt32BE(Math.floor(energy), 8)
      data.writeUInt32BE(Math.floor(hours * 10), 12)
      data.writeInt8(Math.round(22 + level * 0.15 + random.between(-1, 1)), 16)
      return { fPort: STATUS_PORT, data }
    },
    level: () => level,
  }
}
