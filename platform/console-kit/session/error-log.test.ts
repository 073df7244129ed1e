import { expect, test } from 'vitest'
import { type ErrorEntry, withEntry } from './error-log.ts'

const entry = (message: string, time: number): ErrorEntry => ({ url: '/', time, type: 'error', message, stack: '', info: '' })

test('the newest fifty client errors are kept; an immediate repeat is kept once (rule.err.client)', () => {
  let entries: readonly ErrorEntry[] = []
  for (let i = 0; i < 60; i += 1) entries = withEntry(entries, entry(`e${i}`, i))
  expect([entries.length, entries[0]?.message, entries.at(-1)?.message]).toEqual([50, 'e10', 'e59'])
  expect(withEntry(entries, entry('e59', 60))).toBe(entries)
  expect(withEntry(entries, entry('e59', 5000))).toHaveLength(50)
})
