import { hashOf } from './random.ts'

const PREFIX = { gateway: 'GW', controller: 'LC', lamp: 'LA', post: 'LP' } as const
const DIGITS = { gateway: 6, controller: 8, lamp: 8, post: 8 } as const
const SERIES = '0123456789ABCDEFGHJKLMNPQRSTUVWX'

/** Makes serial numbers like `GW5A012345` and `LC5A00012345`. Series and first number follow from the seed, so that two towns differ. */
export const createSerials = (seed: number): ((kind: keyof typeof PREFIX, number: number) => string) => {
  const hash = hashOf(seed, 'series')
  const series = SERIES[hash & 31]! + SERIES[(hash >>> 5) & 31]!
  const starts = {
    gateway: hashOf(seed, 'gateway') % 900_000,
    controller: hashOf(seed, 'controller') % 99_000_000,
    lamp: hashOf(seed, 'lamp') % 99_000_000,
    post: hashOf(seed, 'post') % 99_000_000,
  }
  return (kind, number) => `${PREFIX[kind]}${series}${String(starts[kind] + number + 1).padStart(DIGITS[kind], '0')}`
}
