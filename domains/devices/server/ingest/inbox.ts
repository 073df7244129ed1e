export interface Inbox<T> {
  /** Waits until the queue is below its bound. The caller then calls `put`, or `pass` if it has nothing to put. */
  readonly room: () => Promise<void>
  readonly put: (item: T, rows: number) => void
  /** Lets the next waiting caller continue. */
  readonly pass: () => void
  /** Returns the next items when they fill a batch, or `waitMs` after the first item; an empty array if none arrives within `idleMs`. */
  readonly next: () => Promise<T[]>
  readonly rows: () => number
}

/** A bounded queue between the broker and one writer. If it is full, messages wait without acknowledgement, and so do their senders. */
export const createInbox = <T>(options: { batchRows: number; waitMs: number; idleMs: number; bound: number }): Inbox<T> => {
  let items: { item: T; rows: number }[] = []
  let rows = 0
  let first = 0
  let wake: (() => void) | undefined
  const outside: (() => void)[] = []

  const admit = (): void => {
    if (rows < options.bound) outside.shift()?.()
  }
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      function done(): void {
        clearTimeout(timer)
        wake = undefined
        resolve()
      }
      wake = done
    })
  const takeBatch = (): T[] => {
    let taken = 0
    let count = 0
    while (count < items.length && (count === 0 || taken + (items[count]?.rows ?? 0) <= options.batchRows))
      taken += items[count++]?.rows ?? 0
    const batch = items.slice(0, count).map(({ item }) => item)
    items = items.slice(count)
    rows -= taken
    if (items.length > 0) first = performance.now() - options.waitMs
    admit()
    return batch
  }

  return {
    room: () =>
      rows < options.bound && outside.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            outside.push(resolve)
          }),
    put: (item, size) => {
      if (items.length === 0) first = performance.now()
      items.push({ item, rows: size })
      rows += size
      if (items.length === 1 || rows >= options.batchRows) wake?.()
      admit()
    },
    pass: admit,
    next: async () => {
      if (items.length === 0) await sleep(options.idleMs)
      if (items.length === 0) return []
      const left = first + options.waitMs - performance.now()
      if (rows < options.batchRows && left > 0) await sleep(left)
      return takeBatch()
    },
    rows: () => rows,
  }
}
