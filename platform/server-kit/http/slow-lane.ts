import { errors } from './refuse.ts'

/** A list whose last run took at most this long does not wait for a place, ms. */
const SHORT_MS = 25
/** Number of lists whose last duration is kept. */
const KNOWN_AT_MOST = 2000

interface Waiting {
  readonly since: number
  readonly start: () => void
  readonly refuse: () => void
}

/**
 * Limits the connections for slow work: at most `places` pieces of work run at a time; the others wait without holding a connection. Waiting
 * users take turns, so that many requests of one user do not delay the others. A request is refused as busy if `waitingAtMost` requests of the
 * same user wait already, or if it has waited longer than `patienceMs`.
 */
export const createSlowLane = ({
  places,
  waitingAtMost,
  patienceMs,
  now = () => performance.now(),
}: {
  places: number
  waitingAtMost: number
  patienceMs: number
  now?: () => number
}) => {
  const took = new Map<string, number>()
  const queues = new Map<string, Waiting[]>()
  let running = 0

  const startNext = (): void => {
    while (running < places) {
      const [first] = queues
      if (!first) return
      const [who, queue] = first
      const next = queue.shift()
      queues.delete(who)
      // Moves the user to the end of the queue.
      if (queue.length > 0) queues.set(who, queue)
      if (!next) continue
      if (now() - next.since > patienceMs) next.refuse()
      else {
        running += 1
        next.start()
      }
    }
  }
  const place = (who: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(who) ?? []
      if (queue.length >= waitingAtMost) throw errors.busy()
      queue.push({ since: now(), start: resolve, refuse: () => reject(errors.busy()) })
      queues.set(who, queue)
      startNext()
    })
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = now()
    try {
      return await work()
    } finally {
      if (took.size >= KNOWN_AT_MOST) took.clear()
      took.set(what, now() - began)
    }
  }

  return {
    /** Runs `work` for the user `who`. `what` identifies work of about equal duration: it waits for a place unless its last run was short. */
    run: async <T>(who: string, what: string, work: () => Promise<T>): Promise<T> => {
      if ((took.get(what) ?? Number.POSITIVE_INFINITY) <= SHORT_MS) return timed(what, work)
      await place(who)
      try {
        return await timed(what, work)
      } finally {
        running -= 1
        startNext()
      }
    },
  }
}
export type SlowLane = ReturnType<typeof createSlowLane>
