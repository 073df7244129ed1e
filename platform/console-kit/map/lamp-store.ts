import { createIdIndex, type IdIndex, type LampPoints, type LampState } from '@lamplight/lamp-packet'
import { LAMP_STATES, RUN } from './marks.ts'

/** Number of lamps in each state. */
export type LampCounts = Readonly<Record<LampState, number>>

/** A change: all lamps replaced, or those at `indices` changed in place (ignore -1, which means unknown). */
export type LampChange = { kind: 'load' } | { kind: 'update'; indices: ArrayLike<number> }

/** New values of lamps, one per entry of `indices`; missing properties stay. A number applies to all lamps. */
export type LampValues = {
  state?: ArrayLike<number> | number
  dim?: ArrayLike<number> | number
  run?: ArrayLike<number> | number
}

export type LampStore = {
  /** The present lamps; the arrays are changed in place, so do not keep copies of values. */
  points: () => LampPoints
  /** Replaces all lamps (after a fetch). */
  load: (points: LampPoints) => void
  /**
   * Writes live values in place and notifies the subscribers once. A lamp whose run becomes 5 (verified) shows its tick for two seconds, then
   * its run returns to 0. Indices of -1 are ignored.
   */
  update: (indices: ArrayLike<number>, values: LampValues) => void
  /** Removes the marks of commands: all, or only those of running commands, so that failures stay visible. */
  clearRuns: (which?: 'all' | 'underway') => void
  /** Index of the lamp with this id; -1 if it is not loaded. */
  indexOf: (id: string | bigint) => number
  /** The id (digits) of the lamp at `index`. @throws RangeError outside the store */
  idOf: (index: number) => string
  /** Present counts; a new object only if a number changed. */
  counts: () => LampCounts
  /** Calls the listener after changes of the lamps; returns the function that unsubscribes it. */
  subscribe: (listener: (change: LampChange) => void) => () => void
}

export const NO_LAMPS: LampPoints = {
  n: 0,
  ids: new BigInt64Array(0),
  lng: new Float64Array(0),
  lat: new Float64Array(0),
  state: new Uint8Array(0),
  dim: new Uint8Array(0),
  run: new Uint8Array(0),
}

/** How long a verified lamp shows its tick, ms. */
export const TICK_MS = 2000

const stateCounts = ({ n, state }: LampPoints): Uint32Array => {
  const counts = new Uint32Array(256)
  for (let i = 0; i < n; i++) counts[state[i]!]!++
  return counts
}

const asCounts = (counts: Uint32Array): LampCounts => Object.fromEntries(LAMP_STATES.map((state) => [state, counts[state]!])) as LampCounts

const valueAt = (values: ArrayLike<number> | number, k: number): number => (typeof values === 'number' ? values : values[k]!)

/** The lamps of a map: typed arrays that live changes update, an index by id, counts by state, and subscribers. */
export const createLampStore = (initial: LampPoints = NO_LAMPS): LampStore => {
  let points = initial
  let indexOf: IdIndex | undefined
  let tally = stateCounts(points)
  let counts = asCounts(tally)
  let ticking: { indices: Int32Array; due: number }[] = []
  let waiting = false
  const listeners = new Set<(change: LampChange) => void>()

  const notify = (change: LampChange): void => {
    if (LAMP_STATES.some((state) => counts[state] !== tally[state])) counts = asCounts(tally)
    for (const listener of [...listeners]) listener(change)
  }

  const endTicks = (): void => {
    const now = Date.now()
    const ended = ticking.filter((tick) => tick.due <= now)
    ticking = ticking.filter((tick) => tick.due > now)
    for (const { indices } of ended) {
      const still = indices.filter((i) => points.run[i] === RUN.verified)
      for (const i of still) points.run[i] = RUN.none
      if (still.length > 0) notify({ kind: 'update', indices: still })
    }
    waiting = ticking.length > 0
    if (waiting) setTimeout(endTicks, Math.max(50, ticking[0]!.due - Date.now()))
  }

  const write = (i: number, k: number, { state, dim, run }: LampValues): void => {
    if (state !== undefined) {
      tally[points.state[i]!]!--
      points.state[i] = valueAt(state, k)
      tally[points.state[i]!]!++
    }
    if (dim !== undefined) points.dim[i] = valueAt(dim, k)
    if (run !== undefined) points.run[i] = valueAt(run, k)
  }

  return {
    points: () => points,
    load: (next) => {
      points = next
      indexOf = undefined
      tally = stateCounts(next)
      ticking = []
      notify({ kind: 'load' })
    },
    update: (indices, values) => {
      const verified: number[] = []
      for (let k = 0; k < indices.length; k++) {
        const i = indices[k]!
        if (i < 0 || i >= points.n) continue
        write(i, k, values)
        if (values.run !== undefined && points.run[i] === RUN.verified) verified.push(i)
      }
      if (verified.length > 0) {
        ticking.push({ indices: Int32Array.from(verified), due: Date.now() + TICK_MS })
        if (!waiting) setTimeout(endTicks, TICK_MS)
        waiting = true
      }
      notify({ kind: 'update', indices })
    },
    clearRuns: (which = 'all') => {
      const indices: number[] = []
      points.run.forEach((run, i) => {
        if (run !== RUN.none && (which === 'all' || run !== RUN.failed)) indices.push(i)
      })
      for (const i of indices) points.run[i] = RUN.none
      if (indices.length > 0) notify({ kind: 'update', indices })
    },
    indexOf: (id) => {
      indexOf ??= createIdIndex(points.ids)
      return indexOf(id)
    },
    idOf: (index) => {
      const id = points.ids[index]
      if (id === undefined) throw new RangeError(`lamp store: no lamp at ${index} of ${points.n}`)
      return String(id)
    },
    counts: () => counts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
