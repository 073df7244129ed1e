import { describe, expect, it } from 'vitest'
import { projectBase, rankOf, streetWidth } from './base-map.ts'
import { alongLine, beside, boxOfText, collides, layText, lengthOf } from './label-path.ts'

describe('street labels', () => {
  it('follow a line', () => {
    const line = [0, 0, 30, 0, 30, 40]
    expect(lengthOf(line)).toBe(70)
    expect(alongLine(line, 10)).toEqual({ x: 10, y: 0, angle: 0 })
    expect(alongLine(line, 50)).toEqual({ x: 30, y: 20, angle: Math.PI / 2 })
    expect(alongLine(line, 500)).toEqual({ x: 30, y: 40, angle: Math.PI / 2 })
  })

  it('are written as one text where the street is straight, upright for either direction of the line', () => {
    expect(layText([0, 10, 200, 10], [20, 20, 20], 100)).toEqual([{ x: 100, y: 10, angle: 0 }])
    const [leftward] = layText([200, 10, 0, 10], [20, 20, 20], 100) ?? []
    expect(Math.cos(leftward?.angle ?? Number.NaN)).toBeCloseTo(1)
  })

  it('follow a bend character by character, left to right', () => {
    const bend = [0, 0, 60, 0, 100, 20, 130, 50]
    const placed = layText(bend, [20, 20, 20, 20], 72) ?? []
    expect(placed).toHaveLength(4)
    expect(placed.map((p) => p.x)).toEqual(placed.map((p) => p.x).sort((a, b) => a - b))
    const reversed = layText([130, 50, 100, 20, 60, 0, 0, 0], [20, 20, 20, 20], lengthOf(bend) - 72) ?? []
    for (const [i, spot] of reversed.entries()) {
      expect(spot.x).toBeCloseTo(placed[i]!.x, 6)
      expect(Math.cos(spot.angle)).toBeCloseTo(Math.cos(placed[i]!.angle), 6)
    }
  })

  it('are omitted where they do not fit', () => {
    expect(layText([0, 0, 40, 0], [30, 30], 20)).toBeUndefined()
    expect(layText([0, 0, 50, 0, 0, 5], [30, 30], 50)).toBeUndefined()
  })

  it('are placed above a street too narrow to hold them', () => {
    expect(beside([{ x: 5, y: 50, angle: 0 }], 10)).toEqual([{ x: 5, y: 40, angle: 0 }])
    expect(beside([{ x: 5, y: 50, angle: -Math.PI / 2 }], 10)).toEqual([{ x: -5, y: expect.closeTo(50), angle: -Math.PI / 2 }])
  })

  it('do not overlap', () => {
    const box = boxOfText([{ x: 50, y: 50, angle: Math.PI / 2 }], 40, 10)
    expect(box).toEqual({ left: expect.closeTo(45), right: expect.closeTo(55), top: expect.closeTo(30), bottom: expect.closeTo(70) })
    expect(collides({ left: 54, right: 60, top: 60, bottom: 62 }, [box])).toBe(true)
    expect(collides({ left: 56, right: 60, top: 60, bottom: 62 }, [box])).toBe(false)
  })
})

describe('base map', () => {
  it('ranks streets and paints the important ones last, wider', () => {
    expect(['primary', 'trunk_link', 'tertiary', 'residential', 'somewhere', 'footway'].map(rankOf)).toEqual([0, 0, 1, 2, 2, 3])
    const line = [
      [116, 39],
      [116.01, 39],
    ] as const
    const street = (id: string, kind: string) => ({ id, name: ['路', 'Road'] as const, class: kind, line })
    const base = projectBase(
      { streets: [street('a', 'primary'), street('b', 'path'), { ...street('c', 'primary'), line: [[116, 39]] }] },
      'wgs84',
    )
    expect(base.streets.map((s) => s.street.id)).toEqual(['b', 'a'])
    expect(streetWidth(0, 17, 0.8)).toBeGreaterThan(streetWidth(2, 17, 0.8))
    expect(streetWidth(3, 12, 0.03)).toBe(0)
  })
})
