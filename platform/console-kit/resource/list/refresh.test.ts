import { expect, test } from 'vitest'
import type { Entry } from '../form/entry.ts'
import { refreshMs } from './use-list.ts'

const entry = (state: number): Entry => ({ id: String(state), row: { state }, wire: {} }) as unknown as Entry

test('a list is read every two seconds while one of its rows is busy, then at its own pace; others only when the user asks', () => {
  const console = { ui: { refresh: { seconds: 60, busy: { state: { in: [0, 1] } } } } } as never
  expect(refreshMs(console, [entry(2), entry(1)])).toBe(2000)
  expect(refreshMs(console, [entry(2)])).toBe(60_000)
  expect(refreshMs(console, [])).toBe(60_000)
  expect(refreshMs({ ui: {} } as never, [entry(1)])).toBe(false)
})
