/** What was quicker than this is asked anew each time, ms. */
const QUICK_MS = 250
/** What was slow is asked again when it is this many times as old as it took. */
const TIMES = 4
/** Nobody is told what is older than this, ms. */
const OLDEST_MS = 60_000
const KEYS_AT_MOST = 200

interface Known<T> {
  readonly value: T
  readonly at: number
  readonly took: number
}

/**
 * Answers that cost much are kept for a while and made anew behind the back of who asks: once for all who see the same, however many ask. What is
 * quickly made is never kept. A failure is not kept either; whoever waits for it gets it.
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
    if (age > OLDEST_MS) return making.get(key) ?? make(key, ask)
    if (age > TIMES * old.took && !making.has(key)) make(key, ask).catch(() => undefined)
    return Promise.resolve(old.value)
  }
}
