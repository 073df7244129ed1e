import { performance } from 'node:perf_hooks'

/** Time between two looks at the event loop, ms. */
const LOOK_MS = 2000
/** The process is idle if its event loop was busy for a smaller share of that time. */
const IDLE_SHARE = 0.1
/** A collection runs only if the heap has grown by at least this much since the last one, bytes. */
const GROWN = 32 * 2 ** 20
/** Least time between two collections, ms. */
const REST_MS = 300_000

interface Heap {
  /** Size of the heap with its garbage, bytes. */
  readonly used: () => number
  /** Share of the time since the last call that the event loop was busy, 0 to 1. */
  readonly busy: () => number
  readonly collect: () => void
}

/** Returns the heap and the event loop of this process; null if Node was started without `--expose-gc`. */
const ownHeap = (): Heap | null => {
  const { gc } = globalThis
  if (!gc) return null
  let last = performance.eventLoopUtilization()
  return {
    used: () => process.memoryUsage().heapUsed,
    busy: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    // `last-resort` also compacts the heap and returns its free pages to the system; a plain gc() keeps them.
    collect: () => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  }
}

/**
 * Collects garbage while nothing is to be done. V8 collects the old generation only when it has grown, so after its start or a large answer an idle process keeps tens of
 * MB of garbage. A collection takes about 2 ms for each MB of live objects, during which nothing else runs. Returns a function that ends it.
 */
export const collectWhenIdle = (heap: Heap | null = ownHeap(), everyMs = LOOK_MS, restMs = REST_MS): (() => void) => {
  if (!heap) return () => undefined
  let after = 0
  let rest = 0
  const timer = setInterval(() => {
    rest -= everyMs
    if (heap.busy() > IDLE_SHARE || rest > 0 || heap.used() - after < GROWN) return
    heap.collect()
    after = heap.used()
    rest = restMs
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
