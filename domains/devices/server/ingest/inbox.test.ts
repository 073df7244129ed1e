import { expect, test } from 'vitest'
import { createInbox } from './inbox.ts'

const inbox = () => createInbox<number>({ batchRows: 10, waitMs: 30, idleMs: 1000, bound: 20 })

test('a full batch is ready at once', async () => {
  const { put, next, rows } = createInbox<number>({ batchRows: 10, waitMs: 3_600_000, idleMs: 3_600_000, bound: 20 })
  for (let n = 0; n < 5; n++) put(n, 4)
  expect(await next()).toEqual([0, 1])
  expect(rows()).toBe(12)
})

test('a partial batch is ready after the wait, and nothing is ready after the idle time', async () => {
  const { put, next } = createInbox<number>({ batchRows: 10, waitMs: 30, idleMs: 50, bound: 20 })
  const started = performance.now()
  put(1, 1)
  expect(await next()).toEqual([1])
  expect(performance.now() - started).toBeGreaterThan(25)
  expect(await next()).toEqual([])
})

test('an item larger than a batch forms its own batch; items without rows keep their order', async () => {
  const { put, next } = inbox()
  put(1, 0)
  put(2, 50)
  put(3, 0)
  expect(await next()).toEqual([1])
  expect(await next()).toEqual([2])
  expect(await next()).toEqual([3])
})

test('a full inbox admits waiting senders one by one, in order, as space becomes free', async () => {
  const { put, pass, next, room } = inbox()
  put(0, 20)
  const entered: number[] = []
  for (const n of [1, 2, 3])
    void room().then(() => {
      entered.push(n)
      if (n === 2) pass()
      else put(n, 15)
    })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(entered).toEqual([])
  await next()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(entered).toEqual([1, 2, 3])
})
