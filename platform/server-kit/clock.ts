import type { Clock } from './platform-types.ts'

/** Less is drift, or a time service that does its work. */
const JUMP_MS = 5000
/** A jump that lasts so long is the truth (a machine that slept, a clock that was set). */
const BELIEVED_MS = 60_000

/**
 * The machine's time, epoch ms, carried on by its steady clock while the machine's clock jumps to and fro: commands do not expire and tokens do not
 * end because a clock was wrong for a moment. A jump is believed once it has lasted a minute.
 */
export const createSteadyClock = (wall: () => number = Date.now, steady: () => number = () => performance.now()): Clock => {
  let offset = wall() - steady()
  let strangeSince: number | undefined
  return {
    now: () => {
      const at = steady()
      const told = wall() - at
      if (Math.abs(told - offset) >= JUMP_MS) strangeSince ??= at
      else strangeSince = undefined
      if (strangeSince === undefined || at - strangeSince >= BELIEVED_MS) {
        offset = told
        strangeSince = undefined
      }
      return Math.round(at + offset)
    },
  }
}
