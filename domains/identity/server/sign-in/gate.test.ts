import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

const watched = async (width: number, keys: readonly string[]): Promise<number> => {
  const gate = createGate(width)
  let running = 0
  let most = 0
  await Promise.all(
    keys.map((key) =>
      gate(key, async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 2))
        running -= 1
      }),
    ),
  )
  return most
}

test('the number of concurrent tasks of one key is at most the width', async () => {
  expect(await watched(1, Array(20).fill('a'))).toBe(1)
  expect(await watched(3, Array(20).fill('a'))).toBe(3)
})

test('tasks of different keys do not wait for each other', async () => {
  expect(await watched(1, ['a', 'b', 'c', 'd'])).toBe(4)
})

test('a failed task frees its place', async () => {
  const gate = createGate(1)
  const failing = gate('a', async () => {
    throw new Error('no')
  })
  const next = gate('a', async () => 'in')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('in')
})
