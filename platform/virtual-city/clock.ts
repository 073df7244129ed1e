/** Time of the virtual city, epoch ms. It has a single alarm: a new one replaces the old. */
export interface CityClock {
  now(): number
  /** Calls `ring` when the clock has reached `at`; null cancels. */
  alarm(at: number | null, ring: () => void): void
}

const LONGEST_WAIT = 3_600_000

/**
 * A clock that runs `speed` times as fast as the machine's. @param speed 1 is real time; 600 plays a night in about a minute. @param start
 * virtual time at the call, epoch ms; default: now. With a speed above 1 the city soon runs ahead of the server's time: start it in the past, so
 * that commands do not expire before they arrive.
 */
export const createClock = ({ speed = 1, start = Date.now() }: { speed?: number; start?: number } = {}): CityClock => {
  const origin = performance.now()
  const now = (): number => start + (performance.now() - origin) * speed
  let timer: NodeJS.Timeout | undefined
  return {
    now,
    alarm: (at, ring) => {
      clearTimeout(timer)
      if (at === null) return
      const wait = (at - now()) / speed
      timer = setTimeout(ring, Math.max(1, Math.min(LONGEST_WAIT, Math.ceil(wait))))
    },
  }
}

/** A clock that a test moves; alarms ring at their exact times. */
export interface ManualClock extends CityClock {
  /** Moves the clock forward by `ms`. */
  advance(ms: number): void
}

/** @param start epoch ms. */
export const createManualClock = (start: number): ManualClock => {
  let time = start
  let pending: { at: number; ring: () => void } | undefined
  return {
    now: () => time,
    alarm: (at, ring) => {
      pending = at === null ? undefined : { at, ring }
    },
    advance: (ms) => {
      const end = time + ms
      while (pending && pending.at <= end) {
        const { at, ring } = pending
        pending = undefined
        time = Math.max(time, at)
        ring()
      }
      time = end
    },
  }
}
