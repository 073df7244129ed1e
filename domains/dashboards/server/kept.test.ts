import { expect, test } from 'vitest'
import { createAnswerCache } from './kept.ts'

/** A cache whose answers take as long as the test says; counts how often one is made. */
const world = () => {
  let at = 0
  let made = 0
  let fail = false
  const kept = createAnswerCache<number>(() => at)
  const load = (takes: number) => (): Promise<number> => {
    made += 1
    const mine = made
    at += takes
    return fail ? Promise.reject(new Error('away')) : Promise.resolve(mine)
  }
  return {
    get: (takes: number, key = 'a') => kept(key, load(takes)),
    pass: (ms: number) => {
      at += ms
    },
    made: () => made,
    failing: (is: boolean) => {
      fail = is
    },
  }
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a value that is computed fast is computed at each request', async () => {
  const { get } = world()
  expect([await get(10), await get(10), await get(10)]).toEqual([1, 2, 3])
})

test('a slow value is returned from the cache and refreshed in the background, but not returned after it expired', async () => {
  const { get, pass, made } = world()
  expect(await get(1000)).toBe(1)
  pass(3000)
  expect([await get(1000), made()]).toEqual([1, 1])
  pass(1500)
  expect(await get(1000)).toBe(1)
  await settled()
  expect(await get(1000)).toBe(2)
  pass(61_000)
  expect(await get(1000)).toBe(3)
  expect(await get(1000, 'another')).toBe(4)
})

test('a value of moderate cost is cached for a short time; requests after that wait for the new value', async () => {
  const { get, pass, made } = world()
  expect(await get(100)).toBe(1)
  pass(399)
  expect([await get(100), made()]).toEqual([1, 1])
  pass(2)
  expect(await Promise.all([get(100), get(100)])).toEqual([2, 2])
})

test('concurrent requests share one computation; a failure is not cached', async () => {
  const { get, made, failing } = world()
  expect(await Promise.all([get(1000), get(1000), get(1000)])).toEqual([1, 1, 1])
  const other = world()
  other.failing(true)
  await expect(other.get(1000)).rejects.toThrow('away')
  other.failing(false)
  expect([await other.get(1000), other.made(), made()]).toEqual([2, 2, 1])
  failing(false)
})
