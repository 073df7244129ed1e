import { expect, test } from 'vitest'
import { loadAgain } from './load-again.ts'

test('a chunk that failed is loaded from a new address, and from then on always from the one that succeeded', async () => {
  const asked: string[] = []
  const load = (works: boolean) => async (query: string) => {
    asked.push(query)
    if (!works) throw new TypeError('Failed to fetch dynamically imported module')
    return query
  }
  await expect(loadAgain('a.js', load(false))).rejects.toThrow('Failed to fetch')
  await expect(loadAgain('a.js', load(false))).rejects.toThrow('Failed to fetch')
  await expect(loadAgain('a.js', load(true))).resolves.toBe('?again=2')
  await expect(loadAgain('a.js', load(true))).resolves.toBe('?again=2')
  await expect(loadAgain('b.js', load(true))).resolves.toBe('')
  expect(asked).toEqual(['', '?again=1', '?again=2', '?again=2', ''])
})
