import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitColumns, raisedWithin, wholeColumns } from './column-widths.ts'

const sum = (widths: readonly number[]): number => widths.reduce((all, one) => all + one, 0)

test('a column border is at the edge of the visible width, and no column is narrower than its minimum', () => {
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

test('one narrow column before a very wide one is not widened', () => {
  expect(wholeColumns([80, 900], 600)).toEqual([80, 900])
})

test('columns shrink down to their minimum before any of them moves beyond the edge', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 60, max: 420 }), fc.integer({ min: 50, max: 100 })), { minLength: 2, maxLength: 14 }),
      fc.integer({ min: 520, max: 1500 }),
      (columns, room) => {
        const wanted = columns.map(([width]) => width)
        const least = columns.map(([width, percent]) => (width * percent) / 100)
        const shown = fitColumns(wanted, least, room)
        if (sum(least) > room) expect(shown).toEqual(wholeColumns(wanted, room))
        else {
          expect(sum(shown)).toBeLessThanOrEqual(Math.max(room, 0) + 0.01)
          expect(shown.every((width, at) => width >= least[at]! - 0.01 && width <= wanted[at]! + 0.01)).toBe(true)
        }
      },
    ),
  )
})

test('a column that needs more for its values takes only room that is left; columns that are scrolled anyway get all they need', () => {
  expect(raisedWithin([100, 100, 100], [180, 0, 130], 400)).toEqual([180, 100, 120])
  expect(raisedWithin([100, 100, 100], [90, 0, 100], 400)).toEqual([100, 100, 100])
  expect(raisedWithin([100, 100, 100], [180, 0, 130], 250)).toEqual([180, 100, 130])
})
