import { expect, test } from 'vitest'
import { fromBox } from './native-time.tsx'

test('the time input of the browser gives wire times, with or without seconds', () => {
  expect(fromBox('2026-11-22T19:05')).toBe('2026-11-22 19:05:00')
  expect(fromBox('2026-11-22T19:05:07')).toBe('2026-11-22 19:05:07')
  expect(fromBox('2026-11-22T19:05:07.250')).toBe('2026-11-22 19:05:07')
  expect(fromBox('')).toBe(null)
})
