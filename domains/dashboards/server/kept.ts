/** Answers that took less than this are not cached, ms. */
const QUICK_MS = 40
/** If an answer took at least this long, callers get the cached one while the next one is made, ms. */
const SLOW_MS = 250
/** An answer is cached for this many times its duration, so that the database spends at most a fifth of its time on it. */
const TIMES = 4
/** Longest time for which an answer is cached, ms. */
const OLDEST_MS = 60_000
const KEYS_AT_MOST = 200

interface KeptAnswer<T> {
  readonly value: T
  readonly at: number
  readonly took: number
}

/**
 * Caches costly answers by key. When an answer has expired, callers wait for a new one; if answers are slow, they get the cached one and a new
 * one is made in the background. Callers that wait for the same key share one answer. Quick answers and failures are not cached.
 */
export const createAnswerCache = <T>(now: () => number = () => performance.now()) => {
  const known = new Map<string, KeptAnswer<T>>()
  const making = new Map<string, Promise<T>>()
  const make = (key: string, load: () => Promise<T>): Promise<T> => {
    const begun = now()
    const made = load()
      .then((value) => {
        const took = now() - begun
        if (known.size >= KEYS_AT_MOST) known.clear()
        if (took >= QUICK_MS) known.set(key, { value, at: now(), took })
        else known.delete(key)
        return value
      })
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const old = known.get(key)
    if (!old) return making.get(key) ?? make(key, load)
    const age = now() - old.at
    if (age <= TIMES * old.took && age <= OLDEST_MS) return Promise.resolve(old.value)
    const fresh = making.get(key) ?? make(key, load)
    if (old.took < SLOW_MS || age > OLDEST_MS) return fresh
    fresh.catch(() => undefined)
    return Promise.resolve(old.value)
  }
}
