import { expect, test } from 'vitest'
import { createSteadyClock } from './clock.ts'

/** A machine whose wall clock and steady clock the test sets. */
const machine = () => {
  const time = { wall: 1_800_000_000_000, steady: 5 }
  const pass = (ms: number): void => {
    time.wall += ms
    time.steady += ms
  }
  return {
    time,
    pass,
    clock: createSteadyClock(
      () => time.wall,
      () => time.steady,
    ),
  }
}

test('follows the machine clock, its drift and its time service', () => {
  const { time, pass, clock } = machine()
  pass(1000)
  expect(clock.now()).toBe(time.wall)
  time.wall += 900
  expect(clock.now()).toBe(time.wall)
  time.wall -= 1900
  expect(clock.now()).toBe(time.wall)
})

test.each([3_600_000, -3_600_000])('a jump of %i ms that is soon reverted is ignored; one that lasts a minute is followed', (jump) => {
  const { time, pass, clock } = machine()
  const start = time.wall
  clock.now()
  time.wall += jump
  for (let second = 1; second < 60; second += 1) {
    pass(1000)
    if (second < 59) expect(clock.now()).toBe(start + second * 1000)
  }
  time.wall -= jump
  expect(clock.now()).toBe(time.wall)
  time.wall += jump
  for (let second = 0; second <= 60; second += 1) {
    clock.now()
    pass(1000)
  }
  expect(clock.now()).toBe(time.wall)
})
