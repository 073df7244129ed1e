import { expect, test } from 'vitest'
import { createLookup } from './lookup.ts'

const table = new Map([
  ['a', 1],
  ['b', 2],
])

test('loads each unknown key once, and remembers keys that have no row', async () => {
  const loads: string[][] = []
  const lookup = createLookup<number>({
    keepMs: 60_000,
    missMs: 60_000,
    load: async (keys) => {
      loads.push([...keys])
      return [...table].filter(([key]) => keys.includes(key))
    },
  })
  const first = await lookup.resolve(['a', 'x', 'a'])
  expect([first('a'), first('x')]).toEqual([1, undefined])
  const second = await lookup.resolve(['a', 'b', 'x'])
  expect([second('a'), second('b'), second('x')]).toEqual([1, 2, undefined])
  expect(loads).toEqual([['a', 'x'], ['b']])
  lookup.forget(['a', 'x'])
  await lookup.resolve(['a', 'b', 'x'])
  lookup.forget()
  await lookup.resolve(['b'])
  expect(loads.slice(2)).toEqual([['a', 'x'], ['b']])
})

test('a key that is forgotten while it is loaded is not cached', async () => {
  let value = 1
  let answer = (): void => undefined
  const lookup = createLookup<number>({
    keepMs: 60_000,
    missMs: 60_000,
    load: (keys) => {
      const read = value
      return new Promise((resolve) => {
        answer = () => resolve(keys.map((key) => [key, read]))
      })
    },
  })
  const pending = lookup.resolve(['a'])
  value = 2
  lookup.forget(['a'])
  answer()
  expect((await pending)('a')).toBe(1)
  const again = lookup.resolve(['a'])
  answer()
  expect((await again)('a')).toBe(2)
})

test('an earlier result keeps its values after forget(); later calls load them again', async () => {
  let value = 1
  const lookup = createLookup<number>({ keepMs: 60_000, missMs: 60_000, load: async (keys) => keys.map((key) => [key, value]) })
  await lookup.resolve(['a', 'b'])
  const first = await lookup.resolve(['a', 'b'])
  value = 2
  lookup.forget(['a'])
  expect([first('a'), first('b'), first('c')]).toEqual([1, 1, undefined])
  const second = await lookup.resolve(['a', 'b'])
  expect([second('a'), second('b')]).toEqual([2, 1])
  lookup.forget(['a', 'b'])
  expect([second('a'), second('b'), first('b')]).toEqual([2, 1, 1])
  const third = await lookup.resolve(['a', 'b'])
  expect([third('a'), third('b')]).toEqual([2, 2])
})

test('entries expire: rows after keepMs, misses after missMs', async () => {
  let loads = 0
  const lookup = createLookup<number>({
    keepMs: 1500,
    missMs: 20,
    load: async (keys) => {
      loads += 1
      return keys.includes('a') ? [['a', 1]] : []
    },
  })
  await lookup.resolve(['a', 'x'])
  await lookup.resolve(['a', 'x'])
  expect(loads).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await lookup.resolve(['a'])
  expect(loads).toBe(1)
  await lookup.resolve(['x'])
  expect(loads).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 1600))
  await lookup.resolve(['a'])
  expect(loads).toBe(3)
})
