/** A time that is further back than this is missed: nobody expects its command any more. */
const LATE_MS = 5 * 60_000
/** Most due times of one schedule that are returned, so that a long stop does not fill the records. */
const TIMES_MOST = 20

/** A time at which a schedule was due, epoch ms. */
export interface DueTime {
  readonly at: number
  readonly isMissed: boolean
}

/**
 * Returns the times of a schedule from `first` to `now`, the oldest first, and the next time after `now`.
 * @param nextOf the first time after a time; null if the schedule has ended
 */
export const dueTimes = <T extends number | null>(
  first: number,
  now: number,
  nextOf: (after: number) => T,
): { readonly times: readonly DueTime[]; readonly next: T | number } => {
  const times: DueTime[] = []
  let at: T | number = first
  while (at !== null && at <= now && times.length < TIMES_MOST) {
    times.push({ at, isMissed: now - at > LATE_MS })
    at = nextOf(at)
  }
  return { times, next: at !== null && at <= now ? nextOf(now) : at }
}
