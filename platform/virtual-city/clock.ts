/** Time of the virtual city, epoch ms. One alarm at a time: a new one replaces the old. */
export interface CityClock {
  now(): number
  /** Calls `ring` once the clock has reached `at`; null cancels. */
  alarm(at: number | null, ring: () => void): void
}

const LONGEST_WAIT = 3_600_000

/**
 * A clock that runs with the machine's, `speed` times as fast.
 * @param speed 1 is real time, 600 a night in about a minute.
 * @param start virtual time at the moment of the call, epoch ms; now by default. With another speed than 1 the city soon leaves the server's
 * present: then start it in the past, so that commands are not over before they arrive.
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

/** A clock that stands still until a test moves it; alarms ring at their exact times on the way. */
export interface ManualClock extends CityClock {
  /** Moves on by `ms`. */
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
