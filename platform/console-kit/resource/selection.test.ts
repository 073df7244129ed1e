import { describe, expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import { choose, everyMatch, forbidden, isSelected, nothing, pageMark, refreshed, selectedCount, target, toggle } from './selection.ts'

const entry = (id: string, row: object = {}): Entry => ({ id, row: { id, ...row }, wire: { id } })
const page = [entry('1'), entry('2'), entry('3')]

describe('a selection', () => {
  it('is kept while paging', () => {
    const first = choose(nothing, page, true)
    const both = choose(first, [entry('9')], true)
    expect(selectedCount(both)).toBe(4)
    expect(pageMark(both, [entry('9'), entry('10')])).toBe('some')
    expect(target(both)).toEqual({ ids: ['1', '2', '3', '9'] })
  })

  it('selects all matching rows by their filter, not by their ids', () => {
    const every = everyMatch({ areaId: '5' }, 63_184)
    expect(selectedCount(every)).toBe(63_184)
    expect(isSelected(every, 'any')).toBe(true)
    expect(target(every)).toEqual({ filter: { areaId: '5', all: '1' } })
  })

  it('becomes the rows of the page when one of all is deselected', () => {
    const left = toggle(everyMatch({}, 500), page[1]!, page)
    expect(target(left)).toEqual({ ids: ['1', '3'] })
  })

  it('shows an empty page as not selected', () => {
    expect(pageMark(nothing, page)).toBe('none')
    expect(pageMark(nothing, [])).toBe('none')
    expect(pageMark(choose(nothing, page, true), page)).toBe('all')
  })

  it('updates its rows with newer values and ignores others', () => {
    const chosen = choose(nothing, [entry('1', { online: true })], true)
    const now = refreshed(chosen, [entry('1', { online: false }), entry('2')])
    expect(selectedCount(now)).toBe(1)
    expect(forbidden({ online: { eq: false } }, now.kind === 'rows' ? now.rows.values() : [])).toBe(true)
  })
})
