import { describe, expect, it } from 'vitest'
import { createGridIndex } from '../grid-index.ts'
import { mostBox } from './most-box.ts'

type At = readonly [x: number, y: number]
const gridOf = (places: readonly At[]) =>
  createGridIndex(
    {
      x: Uint32Array.from(places, ([x]) => x),
      y: Uint32Array.from(places, ([, y]) => y),
      placed: Uint32Array.from(places, (_, at) => at),
    },
    places.length,
  )
/** A district of `side` × `side` lamps, 30 units apart. */
const district = (x: number, y: number, side: number): At[] =>
  Array.from({ length: side * side }, (_, i) => [x + (i % side) * 30, y + Math.floor(i / side) * 30])
/** A strip of lamps, 30 units apart. */
const strip = (x: number, y: number, n: number): At[] => Array.from({ length: n }, (_, i) => [x + i * 30, y])

describe('the first view of the map', () => {
  const city = district(100_000, 100_000, 30)
  const cityBox = { minX: 100_000, minY: 100_000, maxX: 100_870, maxY: 100_870 }

  it('shows the city, not a strip far away with a tenth of the lamps, wherever the strip is', () => {
    for (const far of [strip(105_000, 100_400, 90), strip(90_000, 90_000, 90), [...strip(105_000, 100_400, 60), [900_000, 5] as const]])
      expect(mostBox(gridOf([...city, ...far]))).toEqual(cityBox)
  })
  it('shows a second district with a third of the lamps at twice the distance', () => {
    expect(mostBox(gridOf([...city, ...district(102_000, 100_000, 21)])).maxX).toBe(102_600)
  })
  it('shows all streets of a city with gaps, and of a village of few lamps', () => {
    const streets = [0, 200, 400, 900].flatMap((y) => strip(0, y, 40))
    expect(mostBox(gridOf(streets))).toEqual({ minX: 0, minY: 0, maxX: 1170, maxY: 900 })
    expect(mostBox(gridOf([[5, 5]]))).toEqual({ minX: 5, minY: 5, maxX: 5, maxY: 5 })
    expect(
      mostBox(
        gridOf([
          [0, 0],
          [9000, 0],
        ]),
      ),
    ).toEqual({ minX: 0, minY: 0, maxX: 9000, maxY: 0 })
  })
  it('holds most lamps when no part has them', () => {
    const spread = [0, 40_000, 80_000, 120_000].flatMap((x) => district(x, 0, 10))
    const box = mostBox(gridOf(spread))
    expect(spread.filter(([x]) => x >= box.minX && x <= box.maxX).length).toBeGreaterThanOrEqual(0.6 * spread.length)
  })
})
