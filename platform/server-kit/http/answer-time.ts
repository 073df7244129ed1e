import { errors } from './refuse.ts'

const LOOK_MS = 500
/**
 * If a request has no answer after this time, the server checks whether the database answers a new
 * query; it repeats the check at this interval, ms.
 */
const PATIENCE_MS = 3000
/** Time limit of that check, ms. `PATIENCE_MS + ASK_MS` is therefore the longest time that a request waits for a silent database. */
const ASK_MS = 5000

interface Waiting {
  readonly since: number
  readonly giveUp: () => void
}

/**
 * Limits how long requests wait: each at most its own limit, and shorter if the database does not answer a new query either. A long statement is
 * not interrupted while the database still answers other queries.
 */
export const createAnswerTime = (answers: (ms: number) => Promise<boolean>) => {
  const waiting = new Set<Waiting>()
  let asking = false
  let silent = false
  let answeredAt = Number.NEGATIVE_INFINITY
  const look = async (): Promise<void> => {
    const [oldest] = waiting
    if (asking || !oldest || (!silent && performance.now() - Math.max(oldest.since, answeredAt) < PATIENCE_MS)) return
    asking = true
    silent = !(await answers(ASK_MS))
    asking = false
    if (!silent) answeredAt = performance.now()
    else for (const one of waiting) one.giveUp()
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    /**
     * Resolves with the result of the work, or rejects with `busy` after `ms`; the work goes on, its result is
     * ignored. `ownPace`: skips the check of the database.
     */
    within: <T>(work: Promise<T>, ms: number, ownPace = false): Promise<T> =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => reject(errors.busy())
        const one = { since: performance.now(), giveUp }
        const late = setTimeout(giveUp, ms)
        if (!ownPace) waiting.add(one)
        work.then(resolve, reject).finally(() => {
          clearTimeout(late)
          waiting.delete(one)
        })
      }),
    stop: (): void => clearInterval(timer),
  }
}
