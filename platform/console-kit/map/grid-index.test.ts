import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectPoints } from './display-crs.ts'
import { coreBox, createGridIndex, NO_SLOT, slotsInBox, typicalGap } from './grid-index.ts'
import { nearestSlot, slotsOnSpot } from './tools/hit-test.ts'
import { boxOfRing, insideRing, thinned, visitInRing } from './tools/lasso.ts'

const coordinate = fc.integer({ min: 0, max: 2000 })
const points = fc.array(fc.tuple(coordinate, coordinate), { maxLength: 200 })

const gridOf = (places: readonly (readonly [number, number])[]) =>
  createGridIndex(
    {
      x: Uint32Array.from(places, (p) => p[0]),
      y: Uint32Array.from(places, (p) => p[1]),
      placed: Uint32Array.from(places, (_, i) => i),
    },
    places.length,
  )

const sorted = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b)

describe('grid index', () => {
  it('contains every lamp once, at its place', () => {
    fc.assert(
      fc.property(points, (places) => {
        const grid = gridOf(places)
        expect(sorted(grid.order)).toEqual(places.map((_, i) => i))
        for (const [i, [x, y]] of places.entries()) expect([grid.x[grid.slotOf[i]!], grid.y[grid.slotOf[i]!]]).toEqual([x, y])
      }),
    )
  })

  it('finds in a box the same lamps as a plain scan', () => {
    fc.assert(
      fc.property(points, coordinate, coordinate, coordinate, coordinate, (places, x1, y1, x2, y2) => {
        const box = { minX: Math.min(x1, x2), maxX: Math.max(x1, x2), minY: Math.min(y1, y2), maxY: Math.max(y1, y2) }
        const grid = gridOf(places)
        const expected = places.flatMap(([x, y], i) => (x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY ? [i] : []))
        expect(sorted(slotsInBox(grid, box).map((k) => grid.order[k]!))).toEqual(expected)
      }),
    )
  })

  it('hits the nearest accepted lamp, as a plain scan does', () => {
    fc.assert(
      fc.property(points, coordinate, coordinate, fc.integer({ min: 1, max: 600 }), (places, x, y, radius) => {
        const grid = gridOf(places)
        const even = (k: number): boolean => grid.order[k]! % 2 === 0
        const distances = places.flatMap(([px, py], i) => (i % 2 === 0 ? [Math.hypot(px - x, py - y)] : []))
        const expected = Math.min(Number.POSITIVE_INFINITY, ...distances.filter((d) => d <= radius))
        const hit = nearestSlot(grid, x, y, radius, even)
        expect(hit < 0 ? Number.POSITIVE_INFINITY : Math.hypot(grid.x[hit]! - x, grid.y[hit]! - y)).toBe(expected)
      }),
    )
  })

  it('selects with a lasso the same lamps as a plain scan', () => {
    const ring = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(points, ring, (places, corners) => {
        const flat = corners.flat()
        const grid = gridOf(places)
        const taken: number[] = []
        visitInRing(grid, flat, (k) => taken.push(grid.order[k]!))
        expect(sorted(taken)).toEqual(places.flatMap(([x, y], i) => (insideRing(flat, x, y) ? [i] : [])))
      }),
      { numRuns: 500 },
    )
  })

  it('prefers a fault among lamps at one place, and finds the heads of a post', () => {
    const grid = gridOf([
      [10, 10],
      [10, 10],
      [10, 12],
      [400, 400],
    ])
    const fault = grid.slotOf[1]!
    expect(
      nearestSlot(
        grid,
        11,
        10,
        5,
        () => true,
        (k) => k === fault,
      ),
    ).toBe(fault)
    expect(sorted(slotsOnSpot(grid, fault, 2, () => true).map((k) => grid.order[k]!))).toEqual([0, 1, 2])
    expect(slotsOnSpot(grid, fault, 2, () => true)[0]).toBe(fault)
  })

  it('omits lamps without a position', () => {
    const lng = Float64Array.of(116, 0, Number.NaN, 117)
    const lat = Float64Array.of(39, 0, 39, 40)
    const placed = projectPoints(4, lng, lat, 'wgs84')
    expect([...placed.placed]).toEqual([0, 3])
    expect([...createGridIndex(placed, 4).slotOf].map((slot) => slot === NO_SLOT)).toEqual([false, true, true, false])
  })

  it('gives the typical spacing of lamps, and the core of a city with an outlier', () => {
    const places = Array.from({ length: 2500 }, (_, i) => [1000 + (i % 50) * 30, 1000 + Math.floor(i / 50) * 30] as const)
    expect(typicalGap(gridOf([...places, ...places]), 2)).toBe(30)
    const core = coreBox(gridOf([...places, [900_000_000, 5]]))
    expect(core.maxX).toBeLessThan(3000)
    expect(core.minX).toBeGreaterThanOrEqual(1000)
  })
})

describe('lasso paths', () => {
  it('keep the shape and drop crowded points', () => {
    expect(thinned([0, 0, 1, 0, 2, 0, 10, 0, 10, 1, 10, 10], 4)).toEqual([0, 0, 10, 0, 10, 10])
    expect(boxOfRing([3, 4, -1, 9, 5, 0])).toEqual({ minX: -1, minY: 0, maxX: 5, maxY: 9 })
  })
})
