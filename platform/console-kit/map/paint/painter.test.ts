import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGridIndex } from '../grid-index.ts'
import { LOOK, lookOf, paintByte, RUN } from './marks.ts'
import { type Frame, paintLamps, type StampSet } from './painter.ts'
import { blend, layStamp, type Picture, stampOf } from './stamp.ts'

const SIDE = 40
const GUTTER = 8
const colourOf = (look: number): number => (0xff000000 | (look * 0x010203)) >>> 0

const picture = (size: number, colour: number): Picture => {
  const rgba = new Uint8ClampedArray(size * size * 4)
  new Uint32Array(rgba.buffer).fill(colour)
  return { size, rgba }
}

const setOf = (diameter: number, shown: (look: number) => boolean): StampSet => {
  const looks = Array.from({ length: 16 }, (_, look) =>
    look > 0 && shown(look) ? stampOf(picture(look === LOOK.fault ? 5 : 3, colourOf(look)), SIDE) : undefined,
  )
  return {
    diameter,
    looks,
    flat: Uint32Array.from(looks, (stamp, look) => (stamp ? colourOf(look) : 0)),
    halos: [],
    selected: stampOf(picture(1, 0xff0000ff), SIDE),
    runs: [undefined, stampOf(picture(1, 0xff00ff00), SIDE)],
  }
}

type Lamp = { x: number; y: number; state: number; selected?: boolean; run?: number }

const paintAll = (lamps: readonly Lamp[], set: StampSet): { frame: Frame; painted: number } => {
  const grid = createGridIndex(
    { x: Uint32Array.from(lamps, (l) => l.x), y: Uint32Array.from(lamps, (l) => l.y), placed: Uint32Array.from(lamps, (_, i) => i) },
    lamps.length,
  )
  const paint = Uint8Array.from(grid.order, (i) => paintByte(lookOf(lamps[i]!.state, 50), lamps[i]!.selected ?? false, lamps[i]!.run ?? 0))
  const frame = { pixels: new Uint32Array(SIDE * SIDE), width: SIDE, height: SIDE, gutter: GUTTER }
  const painted = paintLamps(frame, grid, paint, { scale: 1, originX: 0, originY: 0 }, set, { slots: new Uint32Array(0) })
  return { frame, painted }
}

const at = (frame: Frame, x: number, y: number): number => frame.pixels[y * SIDE + x]!

describe('painter', () => {
  const lamp = fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }), state: fc.integer({ min: 1, max: 5 }) })

  it('never covers a fault with another lamp', () => {
    fc.assert(
      fc.property(fc.array(lamp, { maxLength: 60 }), fc.constantFrom(1, 2, 5), (lamps, diameter) => {
        const { frame, painted } = paintAll(
          lamps,
          setOf(diameter, () => true),
        )
        const inside = lamps.filter((l) => l.x >= GUTTER && l.x < SIDE - GUTTER && l.y >= GUTTER && l.y < SIDE - GUTTER)
        expect(painted).toBe(inside.length)
        for (const { x, y, state } of inside) {
          expect(at(frame, x, y)).not.toBe(0)
          if (state === 3) expect(at(frame, x, y)).toBe(colourOf(LOOK.fault))
        }
      }),
    )
  })

  it('draws marked lamps above plain ones with their marks', () => {
    const set = setOf(5, () => true)
    const { frame } = paintAll(
      [
        { x: 20, y: 20, state: 1, selected: true },
        { x: 21, y: 20, state: 2 },
        { x: 12, y: 12, state: 2, run: RUN.queued },
      ],
      set,
    )
    expect(at(frame, 20, 20)).toBe(0xff0000ff)
    expect(at(frame, 19, 20)).toBe(colourOf(lookOf(1, 50)))
    expect(at(frame, 12, 12)).toBe(0xff00ff00)
  })

  it('omits filtered states and their marks', () => {
    const { frame, painted } = paintAll(
      [{ x: 20, y: 20, state: 4, selected: true }],
      setOf(5, (look) => look !== LOOK.offline),
    )
    expect(painted).toBe(0)
    expect(frame.pixels.every((p) => p === 0)).toBe(true)
  })

  it('blends like a canvas, within one step of rounding', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const alpha = fc.integer({ min: 1, max: 254 })
    fc.assert(
      fc.property(byte, byte, alpha, alpha, (below, above, belowAlpha, aboveAlpha) => {
        const out = blend(((belowAlpha << 24) | below) >>> 0, ((aboveAlpha << 24) | above) >>> 0)
        const sum = aboveAlpha / 255 + (belowAlpha / 255) * (1 - aboveAlpha / 255)
        const red = ((above * aboveAlpha) / 255 + ((below * belowAlpha) / 255) * (1 - aboveAlpha / 255)) / sum
        expect(Math.abs((out >>> 24) - sum * 255)).toBeLessThanOrEqual(1)
        expect(Math.abs((out & 0xff) - red)).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('places solid and soft pixels around the point', () => {
    const rgba = new Uint8ClampedArray(36)
    new Uint32Array(rgba.buffer).set([0x02ffffff, 0x80ffffff, 0], 0)
    new Uint32Array(rgba.buffer)[4] = 0xffabcdef
    const pixels = new Uint32Array(25)
    layStamp(pixels, 12, stampOf({ size: 3, rgba }, 5))
    expect([pixels[12], pixels[7], pixels[6]]).toEqual([0xffabcdef, 0x80ffffff, 0])
  })
})
