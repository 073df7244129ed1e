/** Combines rows of several callers into one write; only one write runs at a time. */
export interface Combiner<T> {
  /** Resolves when the rows are written; rejects if the write fails. */
  readonly add: (rows: readonly T[]) => Promise<void>
  /** Resolves when nothing is waiting or being written. */
  readonly idle: () => Promise<void>
}

/**
 * Rows that arrive during a write form the next one, so that writes grow with the load. `gatherMs`: delay
 * before a write, for rows that are not urgent.
 */
export const createCombiner = <T>(options: {
  readonly write: (rows: readonly T[]) => Promise<void>
  readonly most: number
  /** Size of a row, counted against `most`; default 1. */
  readonly sizeOf?: (row: T) => number
  readonly gatherMs?: number
}): Combiner<T> => {
  interface Waiting {
    readonly rows: readonly T[]
    readonly size: number
    readonly done: () => void
    readonly failed: (why: unknown) => void
  }
  let waiting: Waiting[] = []
  let busy = false
  let running = Promise.resolve()

  const take = (): Waiting[] => {
    let size = 0
    let n = 0
    while (n < waiting.length && (n === 0 || size + waiting[n]!.size <= options.most)) size += waiting[n++]!.size
    const taken = waiting.slice(0, n)
    waiting = waiting.slice(n)
    return taken
  }
  const run = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      if (options.gatherMs) await new Promise((resolve) => setTimeout(resolve, options.gatherMs))
      const taken = take()
      try {
        await options.write(taken.flatMap(({ rows }) => rows))
        for (const { done } of taken) done()
      } catch (why) {
        for (const { failed } of taken) failed(why)
      }
    }
    // Runs in the same event-loop turn in which the queue was empty, so that later rows start a new loop.
    busy = false
  }
  return {
    add: (rows) =>
      new Promise((done, failed) => {
        const size = options.sizeOf ? rows.reduce((sum, row) => sum + (options.sizeOf?.(row) ?? 1), 0) : rows.length
        waiting.push({ rows, size, done, failed })
        if (!busy) running = run()
      }),
    idle: async () => {
      while (busy) await running
    },
  }
}
