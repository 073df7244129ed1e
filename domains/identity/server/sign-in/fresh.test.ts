import { expect, test } from 'vitest'
import { createExpiringCache } from './fresh.ts'

const counted = (atMost = 10) => {
  let now = 0
  const loads: string[] = []
  const fresh = createExpiringCache({ clock: { now: () => now }, freshMs: 100, atMost }, async (key) => {
    loads.push(key)
    if (key === 'broken' && loads.length === 1) throw new Error('no')
    return loads.length
  })
  return { fresh, loads, pass: (ms: number) => (now += ms) }
}

test('a value is loaded once while fresh, also for concurrent callers', async () => {
  const { fresh, loads, pass } = counted()
  expect(await Promise.all([fresh.get('a'), fresh.get('a')])).toEqual([1, 1])
  pass(100)
  expect(await fresh.get('a')).toBe(1)
  pass(1)
  expect(await fresh.get('a')).toBe(2)
  expect(loads).toEqual(['a', 'a'])
})

test('a failed load is not cached, and clear() empties the cache', async () => {
  const { fresh } = counted()
  await expect(fresh.get('broken')).rejects.toThrow('no')
  expect(await fresh.get('broken')).toBe(2)
  fresh.clear()
  expect(await fresh.get('broken')).toBe(3)
})

test('the number of cached keys is limited; the oldest is removed first', async () => {
  const { fresh, loads } = counted(2)
  for (const key of ['a', 'b', 'c', 'b', 'a']) await fresh.get(key)
  expect(loads).toEqual(['a', 'b', 'c', 'a'])
})
