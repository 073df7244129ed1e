const SHORTEST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 250

/** Calls `look` until it returns a truthy value, and returns that value. Throws after `ms`; the message has the last value or error. */
export const eventually = async <T>(look: () => Promise<T> | T, ms = 60_000): Promise<NonNullable<T>> => {
  const begun = Date.now()
  const until = begun + ms
  let seen: unknown
  for (;;) {
    try {
      const found = await look()
      if (found) return found as NonNullable<T>
      seen = found
    } catch (thrown) {
      seen = thrown
    }
    if (Date.now() > until)
      throw new Error(`it did not happen within ${ms} ms; last: ${seen instanceof Error ? seen.message : JSON.stringify(seen)}`)
    // The longer it waits, the rarer it calls `look`, because each call takes processor time from the work that it waits for.
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, (Date.now() - begun) / 10))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
