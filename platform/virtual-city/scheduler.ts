import type { CityClock } from './clock.ts'
import { createHeap } from './heap.ts'

/** Handlers of scheduled work, by kind; the index is a gateway, a lamp or a job. */
export type Handlers<K extends string> = Readonly<Record<K, (index: number, at: number) => void>>

export interface Scheduler<K extends string> {
  at(time: number, kind: K, index: number): void
  /** Starts to handle due entries. */
  start(handlers: Handlers<K>): void
  stop(): void
}

/** Longest time for which due entries block the event loop, ms. */
const SLICE_MS = 20

/** Runs any number of scheduled entries with one timer of the clock. `kinds`: all kinds that will be used. */
export const createScheduler = <K extends string>(clock: CityClock, kinds: readonly K[]): Scheduler<K> => {
  const heap = createHeap()
  const numbers = new Map(kinds.map((kind, number) => [kind, number]))
  let handlers: Handlers<K> | undefined
  let armed = Number.POSITIVE_INFINITY

  const arm = (): void => {
    const first = heap.first()
    if (!handlers || first === armed) return
    armed = first
    clock.alarm(first === Number.POSITIVE_INFINITY ? null : first, ring)
  }
  const ring = (): void => {
    armed = Number.NaN
    const begun = performance.now()
    while (handlers && heap.first() <= clock.now() && performance.now() - begun < SLICE_MS) {
      const { at, kind, index } = heap.pop()
      handlers[kinds[kind]!](index, at)
    }
    arm()
  }
  return {
    at: (time, kind, index) => {
      heap.push(time, numbers.get(kind)!, index)
      if (time < armed) arm()
    },
    start: (options) => {
      handlers = options
      armed = Number.NaN
      arm()
    },
    stop: () => {
      handlers = undefined
      clock.alarm(null, ring)
    },
  }
}
