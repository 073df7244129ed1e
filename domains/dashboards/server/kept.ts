/** An answer that took less is made each time, ms. */
const QUICK_MS = 40
/** An answer that took at least this long is made anew while askers get the kept one, ms. */
const SLOW_MS = 250
/** An answer is made anew when it is this many times as old as it took: the database spends a fifth of its time on it at most. */
const TIMES = 4
/** No older answer is given, ms. */
const OLDEST_MS = 60_000
const KEYS_AT_MOST = 200

interface Known<T> {
  readonly value: T
  readonly at: number
  readonly took: number
}

/**
 * Keeps costly answers for all who ask the same. Who asks for an answer that is due waits for the new one, or gets the kept one where making it is
 * slow. Quick answers and failures are not kept; a failure goes to those who wait for it.
 */
export const createKept = <T>(now: () => number = () => performance.now()) => {
  const known = new Map<string, Known<T>>()
  const making = new Map<string, Promise<T>>()
  const make = (key: string, ask: () => Promise<T>): Promise<T> => {
    const begun = now()
    const made = ask()
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
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const old = known.get(key)
    if (!old) return making.get(key) ?? make(key, ask)
    const age = now() - old.at
    if (age <= TIMES * old.took && age <= OLDEST_MS) return Promise.resolve(old.value)
    const fresh = making.get(key) ?? make(key, ask)
    if (old.took < SLOW_MS || age > OLDEST_MS) return fresh
    fresh.catch(() => undefined)
    return Promise.resolve(old.value)
  }
}
