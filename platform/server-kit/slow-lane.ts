import { errors } from './refuse.ts'

/** A list whose last run was at most this long needs no place, ms. */
const SHORT_MS = 25
/** Number of lists whose last duration is kept. */
const KNOWN_AT_MOST = 2000

interface Waiting {
  readonly since: number
  readonly start: () => void
  readonly refuse: () => void
}

/**
 * A bounded share of the connections for slow work: at most `places` pieces run at a time, the others wait without holding a connection.
 * People who wait take turns, so that many questions of one do not keep the others waiting. Refused as busy: the question that finds
 * `waitingAtMost` of the same person waiting, and one that waited longer than `patienceMs`.
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
      // To the end of the queue.
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
    /** Runs `work` for `who`. `what` names work that takes about as long each time: it waits for a place unless it was short the last time. */
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
