/** Calls `look` until it returns a truthy value, and returns that value. Throws after `ms`; the message has the last value or error. */
export const eventually = async <T>(look: () => Promise<T> | T, ms = 15_000): Promise<NonNullable<T>> => {
  const until = Date.now() + ms
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
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
