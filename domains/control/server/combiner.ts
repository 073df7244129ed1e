/** Rows of several callers written together, one write at a time. */
export interface Combiner<T> {
  /** Resolves when the rows are written, rejects when they are not. */
  readonly add: (rows: readonly T[]) => Promise<void>
  /** Resolves when nothing is waiting or being written. */
  readonly idle: () => Promise<void>
}

/**
 * While one write runs, what comes meanwhile gathers and makes the next: the busier, the larger the writes.
 * `gatherMs` waits so long before a write, for rows that need not be quick.
 */
export const createCombiner = <T>(given: {
  readonly write: (rows: readonly T[]) => Promise<void>
  readonly most: number
  /** How much of `most` a row takes; one unless told. */
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
    while (n < waiting.length && (n === 0 || size + waiting[n]!.size <= given.most)) size += waiting[n++]!.size
    const taken = waiting.slice(0, n)
    waiting = waiting.slice(n)
    return taken
  }
  const run = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      if (given.gatherMs) await new Promise((resolve) => setTimeout(resolve, given.gatherMs))
      const taken = take()
      try {
        await given.write(taken.flatMap(({ rows }) => rows))
        for (const { done } of taken) done()
      } catch (why) {
        for (const { failed } of taken) failed(why)
      }
    }
    // In the same turn in which nothing was found waiting: what comes later starts anew.
    busy = false
  }
  return {
    add: (rows) =>
      new Promise((done, failed) => {
        const size = given.sizeOf ? rows.reduce((sum, row) => sum + (given.sizeOf?.(row) ?? 1), 0) : rows.length
        waiting.push({ rows, size, done, failed })
        if (!busy) running = run()
      }),
    idle: async () => {
      while (busy) await running
    },
  }
}
