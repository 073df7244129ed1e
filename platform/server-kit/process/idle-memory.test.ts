import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectWhenIdle } from './idle-memory.ts'

const MB = 2 ** 20
const LIVE = 80 * MB

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('garbage is collected when the process is idle and the heap has grown, and not again before it grows', () => {
  const state = { used: 150 * MB, busy: 0.5, collected: 0 }
  const stop = collectWhenIdle(
    {
      used: () => state.used,
      busy: () => state.busy,
      collect: () => {
        state.collected += 1
        state.used = LIVE
      },
    },
    100,
    300,
  )
  const look = (): number => {
    vi.advanceTimersByTime(100)
    return state.collected
  }
  expect(look()).toBe(0)
  state.busy = 0.01
  expect(look()).toBe(1)
  state.used = LIVE + 100 * MB
  // Not again so soon.
  expect(look()).toBe(1)
  expect(look()).toBe(1)
  state.used = LIVE + 30 * MB
  expect(look()).toBe(1)
  state.used = LIVE + 33 * MB
  state.busy = 0.2
  expect(look()).toBe(1)
  state.busy = 0.01
  expect(look()).toBe(2)
  stop()
  state.used = LIVE * 3
  expect(look()).toBe(2)
})
