import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeColumns } from './column-widths.ts'

const sum = (widths: readonly number[]): number => widths.reduce((all, one) => all + one, 0)

test('a border stands at the edge of the room, and no column is narrower than it needs', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 60, max: 260 }), { minLength: 4, maxLength: 14 }),
      fc.integer({ min: 520, max: 1500 }),
      (widths, room) => {
        const shown = wholeColumns(widths, room)
        expect(shown.every((width, at) => width >= widths[at]!)).toBe(true)
        if (sum(widths) <= room) expect(shown).toEqual(widths)
        else expect(shown.some((_, at) => Math.abs(sum(shown.slice(0, at + 1)) - room) < 0.01)).toBe(true)
      },
    ),
  )
})

test('one narrow column before a very wide one is not blown up', () => {
  expect(wholeColumns([80, 900], 600)).toEqual([80, 900])
})
