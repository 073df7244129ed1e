import { randomBytes } from 'node:crypto'

const EPOCH = 1_288_834_974_657n

/**
 * Makes ids of 64 bits and 19 digits that grow with time: 41 bits of milliseconds, 10 of the worker, 12 of a count.
 * A clock that runs backwards does not make an id twice: the last time used is kept.
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

/** A random code for links, base64url of so many bytes; it begins with no minus, which a spreadsheet would take for a formula. */
export const newCode = (bytes: number): string => randomBytes(bytes).toString('base64url').replace(/^-/, '_')
