import { expect, test } from 'vitest'
import { lengthOf, metres, orderStops, type Stop } from './collection-route.ts'

const START = { lng: 112.9, lat: 28.2 }
/** Stops from a seeded generator, so that they are the same in each run. */
const stops = (count: number, seed: number): Stop[] => {
  let state = seed
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: count }, () => ({ lng: 112.9 + next() * 0.05, lat: 28.2 + next() * 0.05 }))
}
const shortest = (left: readonly Stop[], here: Stop): number =>
  left.length === 0
    ? 0
    : Math.min(
        ...left.map(
          (next) =>
            metres(here, next) +
            shortest(
              left.filter((one) => one !== next),
              next,
            ),
        ),
      )

test('a degree of latitude is about 111 km', () => {
  expect(metres({ lng: 0, lat: 0 }, { lng: 0, lat: 1 })).toBeCloseTo(111_195, -1)
  expect(metres({ lng: 0, lat: 60 }, { lng: 1, lat: 60 })).toBeCloseTo(55_597, -2)
})

test('every stop is visited once, from the start, and the same stops give the same route', () => {
  for (const count of [0, 1, 2, 40]) {
    const given = stops(count, 7)
    const route = orderStops(START, given)
    expect(route).toHaveLength(count)
    expect(new Set(route)).toEqual(new Set(given))
    expect(orderStops(START, given)).toEqual(route)
  }
})

test('small routes are nearly the shortest; the route along a line does not go back', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const given = stops(7, seed * 101)
    expect(lengthOf([START, ...orderStops(START, given)])).toBeLessThanOrEqual(shortest(given, START) * 1.15)
  }
  const line = [3, 1, 5, 2, 4].map((at) => ({ lng: 112.9 + at * 0.001, lat: 28.2 }))
  expect(orderStops(START, line).map(({ lng }) => Math.round((lng - 112.9) * 1000))).toEqual([1, 2, 3, 4, 5])
})

test('the improvement never makes the nearest-neighbour route longer, and 500 stops are near the length of a good tour', () => {
  const given = stops(500, 3)
  const route = orderStops(START, given)
  // A random tour of n points in a square of area A has about 0.52 n sqrt(A); a good one about 0.71 sqrt(n A).
  const side = metres({ lng: 112.9, lat: 28.2 }, { lng: 112.9, lat: 28.25 })
  expect(lengthOf([START, ...route])).toBeLessThan(1.2 * 0.7124 * Math.sqrt(500) * side)
})
