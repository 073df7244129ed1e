import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSlowLane } from './slow-lane.ts'

/** A lane with two places and a manual clock. `start` starts work that runs until `end` is called. */
const slowLane = (options: { waitingAtMost?: number; patienceMs?: number } = {}) => {
  let at = 0
  const slow = createSlowLane({ places: 2, waitingAtMost: 10, patienceMs: 1000, now: () => at, ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (who: string, name: string, what = name): Promise<string> =>
    slow.run(who, what, () => {
      begun.push(name)
      return new Promise((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string, after = 100): Promise<void> => {
    at += after
    ends.get(name)?.()
    await turn()
  }
  return { start, begun, end, pass: (ms: number) => (at += ms) }
}

test('the number of slow queries at a time is limited, and waiting users take turns', async () => {
  const { start, begun, end } = slowLane()
  const runs = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => start(name[0] as string, name))
  await turn()
  expect(begun).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4'])
  expect(await Promise.all(runs)).toHaveLength(6)
})

test('a query that was fast the last time needs no place until it is slow again', async () => {
  const { start, begun, end } = slowLane()
  start('a', 'slow 1')
  start('a', 'first', 'the list')
  await turn()
  await end('first', 5)
  start('a', 'slow 2')
  await turn()
  start('a', 'second', 'the list')
  await turn()
  expect(begun).toEqual(['slow 1', 'first', 'slow 2', 'second'])
  await end('second', 500)
  start('a', 'third', 'the list')
  await turn()
  expect(begun).not.toContain('third')
})

test('a user who waits too long, or sends too many at once, gets 503; a failed query frees its place', async () => {
  const { start, begun, end, pass } = slowLane({ waitingAtMost: 1 })
  start('a', 'a1')
  start('a', 'a2')
  await turn()
  const late = start('b', 'b1').catch((thrown: unknown) => thrown)
  const many = start('b', 'b2').catch((thrown: unknown) => thrown)
  expect(await many).toMatchObject({ refusal: { status: 503 } })
  pass(2000)
  await end('a1')
  expect(await late).toMatchObject({ refusal: { status: 503 } })
  const slow = createSlowLane({ places: 1, waitingAtMost: 1, patienceMs: 1000 })
  await expect(slow.run('a', 'fails', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await slow.run('a', 'works', async () => 1)).toBe(1)
  expect(begun).toEqual(['a1', 'a2'])
})
