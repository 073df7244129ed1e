/** Runs at most `width` pieces of work per key at a time; the rest waits in order. So a burst of guesses cannot bypass the count of failures. */
export const createGate = (width: number) => {
  const keys = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const state = keys.get(key) ?? { running: 0, waiting: [] }
    keys.set(key, state)
    if (state.running >= width) await new Promise<void>((resolve) => state.waiting.push(resolve))
    else state.running += 1
    try {
      return await work()
    } finally {
      const next = state.waiting.shift()
      if (next) next()
      else {
        state.running -= 1
        if (state.running === 0) keys.delete(key)
      }
    }
  }
}
