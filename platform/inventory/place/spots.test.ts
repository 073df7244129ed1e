import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSpots, metresBetween } from './spots.ts'

test('the grid finds the nearest place within its distance, as a full scan does', () => {
  const place = fc.record({ lng: fc.double({ min: -180, max: 180, noNaN: true }), lat: fc.double({ min: -84, max: 84, noNaN: true }) })
  const shift = fc.record({ east: fc.double({ min: -3, max: 3, noNaN: true }), north: fc.double({ min: -3, max: 3, noNaN: true }) })
  fc.assert(
    fc.property(
      place,
      fc.array(shift, { minLength: 2, maxLength: 30 }),
      fc.double({ min: 0.1, max: 3, noNaN: true }),
      (base, shifts, metres) => {
        const spots = createSpots(metres)
        const known: { lng: number; lat: number }[] = []
        for (const { east, north } of shifts) {
          const lat = base.lat + north / 111_195
          const lng = base.lng + east / (111_195 * Math.cos((base.lat * Math.PI) / 180))
          const distances = known.map((other) => metresBetween(lng, lat, other.lng, other.lat))
          const nearest = Math.min(...distances)
          const found = spots.near(lng, lat)
          if (nearest < metres * 0.999) expect(distances[found]).toBeCloseTo(nearest, 6)
          else if (nearest > metres * 1.001) expect(found).toBe(-1)
          known.push({ lng, lat })
          expect(spots.add(lng, lat)).toBe(known.length - 1)
        }
      },
    ),
    { numRuns: 300 },
  )
})
