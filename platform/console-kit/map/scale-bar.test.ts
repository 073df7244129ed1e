import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distanceText, scaleBar } from './scale-bar.ts'

it('is a round distance that fills at least a third of its width', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 150_000, noNaN: true }), (metresPerPixel) => {
      const { metres, width } = scaleBar(metresPerPixel, 100)
      expect(width).toBeLessThanOrEqual(100 + 1e-9)
      expect(width).toBeGreaterThan(33)
      expect(Number(metres.toExponential().split('e')[0])).toSatisfy((lead: number) => [1, 2, 5].includes(lead))
    }),
  )
  expect([scaleBar(1.9, 100).metres, scaleBar(0.3, 100).metres].map(distanceText)).toEqual(['100 m', '20 m'])
  expect(distanceText(5000)).toBe('5 km')
})
