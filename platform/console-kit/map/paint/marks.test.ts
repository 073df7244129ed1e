import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultDiameter, isSelectedByte, LOOK, lampDiameter, lookOf, lookOfByte, paintByte, runOfByte, stateOfLook } from './marks.ts'

describe('marks', () => {
  it('store state, selection and rung in one byte', () => {
    const any = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 100 }), fc.boolean(), fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(any, ([state, dim, selected, run]) => {
        const byte = paintByte(lookOf(state, dim), selected, run)
        expect(byte).toBeLessThan(256)
        expect(stateOfLook(lookOfByte(byte))).toBe(state)
        expect([isSelectedByte(byte), runOfByte(byte)]).toEqual([selected, run])
      }),
    )
  })

  it('show a lamp brighter at a higher level, never as off', () => {
    expect([0, 30, 100].map((dim) => lookOf(1, dim))).toEqual([1, 4, 11])
    expect(lookOf(2, 80)).toBe(LOOK.off)
    expect(lookOf(99, 0)).toBe(LOOK.inactive)
  })

  it('grow with the zoom without covering the neighbour', () => {
    expect(lampDiameter(9, 0.2, 1_000_000)).toBe(1)
    expect(lampDiameter(12, 1, 5000)).toBe(2)
    expect(lampDiameter(14, 100, 5000)).toBe(6)
    expect(lampDiameter(15, 6, 5000)).toBe(5)
    expect(lampDiameter(19, 400, 5000)).toBe(16)
  })

  it('emphasise a fault without painting the city red', () => {
    expect(faultDiameter(2, 2, 6000, 115)).toBe(5)
    expect(faultDiameter(12, 20, 6000, 6000)).toBe(12)
    expect(faultDiameter(1, 0.15, 1_000_000, 20_000)).toBe(2)
    expect(faultDiameter(2, 3, 100, 0)).toBe(5)
  })
})
