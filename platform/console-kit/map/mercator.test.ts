import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDisplay, toDisplay } from './display-crs.ts'
import { latToWorld, lngToWorld, pixelsPerUnit, unitsPerMetre, worldToLat, worldToLng } from './mercator.ts'

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })

describe('web mercator', () => {
  it('converts to and from the same place', () => {
    fc.assert(
      fc.property(degrees(179.99), degrees(85), (lng, lat) => {
        expect(worldToLng(lngToWorld(lng))).toBeCloseTo(lng, 6)
        expect(worldToLat(latToWorld(lat))).toBeCloseTo(lat, 6)
      }),
    )
  })

  it('gives the length of a metre on the ground', () => {
    const east = lngToWorld(118.3271 + 100 / (111_319.49 * Math.cos((35.1041 * Math.PI) / 180))) - lngToWorld(118.3271)
    expect(east / unitsPerMetre(35.1041)).toBeCloseTo(100, 1)
    expect(pixelsPerUnit(17) * unitsPerMetre(0)).toBeCloseTo(1 / 1.194, 2)
  })
})

describe('GCJ-02', () => {
  it('shifts inside China by some hundred metres, and back', () => {
    const [lng, lat] = toDisplay(116.397428, 39.90923, 'gcj02')
    expect(lng - 116.397428).toBeCloseTo(0.00624, 4)
    expect(lat - 39.90923).toBeCloseTo(0.0014, 4)
    const back = fromDisplay(lng, lat, 'gcj02')
    expect(back[0]).toBeCloseTo(116.397428, 5)
    expect(back[1]).toBeCloseTo(39.90923, 5)
  })

  it('leaves other countries and WGS-84 maps unchanged', () => {
    expect(toDisplay(-88.24, 40.11, 'gcj02')).toEqual([-88.24, 40.11])
    expect(toDisplay(116.4, 39.9, 'wgs84')).toEqual([116.4, 39.9])
  })
})
