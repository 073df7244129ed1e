import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('few are inside at a time, in the order they came; a failure gives its place to the next', async () => {
  const through = createGate(2, 10_000)
  let [inside, most] = [0, 0]
  const order: number[] = []
  const work = (n: number) => async (): Promise<number> => {
    order.push(n)
    most = Math.max(most, ++inside)
    await sleep(2)
    inside -= 1
    if (n % 5 === 0) throw new Error(`lamp ${n}`)
    return n
  }
  const done = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => through(work(n))))
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 30 }, (_, n) => n))
  expect(done.map((one) => one.status === 'fulfilled')).toEqual(order.map((n) => n % 5 !== 0))
})

test('who has waited long enough goes in beside slow ones, and the places are as many as before afterwards', async () => {
  const through = createGate(1, 20)
  let free: () => void = () => undefined
  const slow = through(() => new Promise<void>((resolve) => (free = resolve)))
  const began = performance.now()
  await Promise.all([through(async () => undefined), through(async () => undefined)])
  expect(performance.now() - began).toBeGreaterThan(18)
  free()
  await slow
  let [inside, most] = [0, 0]
  const quick = async (): Promise<void> => {
    most = Math.max(most, ++inside)
    await Promise.resolve()
    inside -= 1
  }
  await Promise.all(Array.from({ length: 10 }, () => through(quick)))
  expect(most).toBe(1)
})
