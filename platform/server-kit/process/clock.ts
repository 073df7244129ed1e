import type { Clock } from '../platform-types.ts'

/** Smallest difference that counts as a jump, ms. Smaller ones are drift or corrections by a time service. */
const JUMP_MS = 5000
/** A jump that lasts this long, ms, is accepted as the true time (the machine slept, or its clock was set). */
const BELIEVED_MS = 60_000

/**
 * Returns the time in epoch ms. While the wall clock jumps, the time continues on the steady clock, so that commands and tokens do not expire
 * because the wall clock was wrong for a moment. A jump is accepted after it has lasted a minute.
 */
export const createSteadyClock = (wall: () => number = Date.now, steady: () => number = () => performance.now()): Clock => {
  let offset = wall() - steady()
  let strangeSince: number | undefined
  return {
    now: () => {
      const at = steady()
      const drift = wall() - at
      if (Math.abs(drift - offset) >= JUMP_MS) strangeSince ??= at
      else strangeSince = undefined
      if (strangeSince === undefined || at - strangeSince >= BELIEVED_MS) {
        offset = drift
        strangeSince = undefined
      }
      return Math.round(at + offset)
    },
  }
}
