import type { LampPoints } from '@lamplight/lamp-packet'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLampStore, type LampChange, TICK_MS } from './lamp-store.ts'
import { createSelection } from './tools/selection.ts'

const lamps = (states: readonly number[]): LampPoints => ({
  n: states.length,
  ids: BigInt64Array.from(states, (_, i) => 1_123_598_821_738_675_200n + BigInt(i)),
  lng: new Float64Array(states.length).fill(116),
  lat: new Float64Array(states.length).fill(39),
  state: Uint8Array.from(states),
  dim: new Uint8Array(states.length),
  run: new Uint8Array(states.length),
})

const counted = (states: ArrayLike<number>): number[] => [1, 2, 3, 4, 5].map((s) => Array.from(states).filter((v) => v === s).length)

afterEach(() => vi.useRealTimers())

describe('lamp store', () => {
  it('updates the counts by state with every change', () => {
    const state = fc.integer({ min: 1, max: 5 })
    const change = fc.tuple(fc.integer({ min: -1, max: 12 }), state)
    fc.assert(
      fc.property(
        fc.array(state, { minLength: 1, maxLength: 10 }),
        fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }),
        (states, batches) => {
          const store = createLampStore(lamps(states))
          for (const batch of batches) {
            store.update(
              batch.map(([i]) => i),
              { state: batch.map(([, value]) => value) },
            )
          }
          const counts = store.counts()
          expect([counts[1], counts[2], counts[3], counts[4], counts[5]]).toEqual(counted(store.points().state))
        },
      ),
    )
  })

  it('updates arrays in place, ignores absent fields, and notifies once', () => {
    const store = createLampStore(lamps([1, 2, 4]))
    const changes: LampChange[] = []
    const stop = store.subscribe((change) => changes.push(change))
    const { dim } = store.points()
    const before = store.counts()
    store.update([store.indexOf('1123598821738675201'), store.indexOf('999'), 2], { dim: [30, 77, 40], run: 2 })
    expect([...dim]).toEqual([0, 30, 40])
    expect([...store.points().run]).toEqual([0, 2, 2])
    expect([...store.points().state]).toEqual([1, 2, 4])
    expect(store.counts()).toBe(before)
    expect(changes).toEqual([{ kind: 'update', indices: [1, -1, 2] }])
    stop()
    store.clearRuns()
    expect(changes).toHaveLength(1)
    expect([...store.points().run]).toEqual([0, 0, 0])
  })

  it('removes the tick of a verified lamp after two seconds, unless another command runs', () => {
    vi.useFakeTimers()
    const store = createLampStore(lamps([1, 1, 1]))
    store.update([0, 1], { run: 5 })
    store.update([1], { run: 1 })
    vi.advanceTimersByTime(TICK_MS - 1)
    store.update([2], { run: 5 })
    expect([...store.points().run]).toEqual([5, 1, 5])
    vi.advanceTimersByTime(1)
    expect([...store.points().run]).toEqual([0, 1, 5])
    vi.advanceTimersByTime(TICK_MS)
    expect([...store.points().run]).toEqual([0, 1, 0])
  })

  it('knows only the ids of the latest load', () => {
    const store = createLampStore(lamps([1]))
    expect(store.indexOf('1123598821738675200')).toBe(0)
    store.load({ ...lamps([3, 3]), ids: BigInt64Array.of(5n, 6n) })
    expect(store.indexOf('1123598821738675200')).toBe(-1)
    expect([store.indexOf('6'), store.idOf(1), store.counts()[3]]).toEqual([1, '6', 2])
    expect(() => store.idOf(2)).toThrow(RangeError)
  })
})

describe('selection', () => {
  it('replaces, adds and subtracts like sets', () => {
    const step = fc.tuple(
      fc.constantFrom('replace' as const, 'add' as const, 'subtract' as const),
      fc.array(fc.integer({ min: 0, max: 19 }), { maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const selection = createSelection(20)
        let expected = new Set<number>()
        for (const [mode, indices] of steps) {
          const before = new Set(expected)
          if (mode === 'replace') expected = new Set(indices)
          else for (const i of indices) mode === 'add' ? expected.add(i) : expected.delete(i)
          const changed = selection.apply(indices, mode)
          expect(new Set(changed)).toEqual(before.symmetricDifference(expected))
        }
        expect(selection.count()).toBe(expected.size)
        expect(new Set(selection.indices())).toEqual(expected)
        expect(new Set(selection.apply([], 'replace'))).toEqual(expected)
        expect(selection.count()).toBe(0)
      }),
    )
  })
})
