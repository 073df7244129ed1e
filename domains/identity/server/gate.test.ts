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

test('at most the width of one key runs at a time', async () => {
  expect(await watched(1, Array(20).fill('a'))).toBe(1)
  expect(await watched(3, Array(20).fill('a'))).toBe(3)
})

test('keys do not wait for each other', async () => {
  expect(await watched(1, ['a', 'b', 'c', 'd'])).toBe(4)
})

test('a work that fails lets the next one in', async () => {
  const gate = createGate(1)
  const failing = gate('a', async () => {
    throw new Error('no')
  })
  const next = gate('a', async () => 'in')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('in')
})
