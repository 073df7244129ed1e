import { errors } from './refuse.ts'

const LOOK_MS = 500
/** A request that has no answer after this makes us ask whether the database answers anybody, and again after as long, ms. */
const PATIENCE_MS = 3000
/** So long may that take; with the patience it is what a silent database keeps a request at most, ms. */
const ASK_MS = 5000

interface Waiting {
  readonly since: number
  readonly giveUp: () => void
}

/**
 * How long requests wait: each as long as it was given, and no longer than it takes to see that the database says nothing to a newcomer either. A long
 * statement is left alone, as a database that works on one still answers others.
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
    /** What the work answers, or the refusal `busy` when it takes longer; it then ends unheard. `ownPace`: only the time counts. */
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
