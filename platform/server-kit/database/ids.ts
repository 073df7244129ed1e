import { randomBytes } from 'node:crypto'

const EPOCH = 1_288_834_974_657n

/**
 * Makes increasing ids of 64 bits and 19 digits: 41 bits for milliseconds, 10 for the worker, 12 for a counter. If the clock runs backwards, the
 * last time is used again, so that no id is repeated.
 */
export const createIds = (worker: number, now: () => number = Date.now): (() => string) => {
  let last = 0
  let count = 0
  return () => {
    const time = Math.max(now(), last)
    count = time === last ? count + 1 : 0
    last = count > 4095 ? time + 1 : time
    if (count > 4095) count = 0
    return (((BigInt(last) - EPOCH) << 22n) | (BigInt(worker & 1023) << 12n) | BigInt(count)).toString()
  }
}

/**
 * Returns a random code for links: base64url of `bytes` random bytes. It never begins with a minus, which a spreadsheet would read as a formula.
 */
export const newCode = (bytes: number): string => randomBytes(bytes).toString('base64url').replace(/^-/, '_')
