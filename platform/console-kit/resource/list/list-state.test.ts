import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cycleSort,
  emptyState,
  fittedSize,
  fromQuery,
  type ListState,
  PAGE_SIZES,
  pageButtons,
  sortOf,
  toParams,
  toQuery,
  withFilters,
} from './list-state.ts'

const name = fc
  .stringMatching(/^[a-z][A-Za-z0-9]{0,8}(_(ge|le|like))?$/)
  .filter(
    (key) =>
      ![
        'current',
        'size',
        'ascs',
        'descs',
        'columns',
        'edit',
        'create',
        'import',
        'id',
        'tab',
        'all',
        'constructor',
        'valueOf',
        'toString',
      ].includes(key),
  )
const value = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '')
const state: fc.Arbitrary<ListState> = fc
  .record({
    current: fc.integer({ min: 1, max: 1e9 }),
    size: fc.constantFrom(...PAGE_SIZES),
    sort: fc.uniqueArray(name, { maxLength: 4 }),
    cut: fc.nat(4),
    filters: fc.dictionary(name, value, { maxKeys: 5 }),
    columns: fc.option(fc.uniqueArray(name, { maxLength: 6 }), { nil: null }),
  })
  .map(({ sort, cut, filters, ...rest }) => ({ ...rest, ascs: sort.slice(0, cut), descs: sort.slice(cut), filters: { ...filters } }))

describe('the address of a list', () => {
  it('contains everything that the list shows, and restores the same list', () => {
    fc.assert(
      fc.property(state, fc.constantFrom(...PAGE_SIZES), (listState, remembered) => {
        expect(fromQuery(toQuery(listState, remembered), remembered)).toEqual(listState)
      }),
    )
  })

  it('begins with a preset, which an address without filters means, and shows all rows where the address says so', () => {
    fc.assert(
      fc.property(state, fc.dictionary(name, value, { minKeys: 1, maxKeys: 2 }), (listState, preset) => {
        expect(fromQuery(toQuery(listState, 10, preset), 10, preset)).toEqual(listState)
        expect(fromQuery({ current: '2' }, 10, preset).filters).toEqual({ ...preset })
        expect(fromQuery({ current: '2', all: '1' }, 10, preset).filters).toEqual({})
        expect(fromQuery({ zone9: 'x', all: '1' }, 10, preset).filters).toEqual({ zone9: 'x' })
        expect(toQuery({ ...listState, filters: preset }, 10, preset)).toEqual(toQuery({ ...listState, filters: {} }, 10))
      }),
    )
  })

  it('survives conversion to a URL', () => {
    fc.assert(
      fc.property(state, (listState) => {
        const address = new URLSearchParams(toQuery(listState)).toString()
        expect(fromQuery(Object.fromEntries(new URLSearchParams(address)))).toEqual(listState)
      }),
    )
  })

  it('parses any address without an error and is stable when written again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (query) => {
        const read = fromQuery(query)
        expect(PAGE_SIZES).toContain(read.size)
        expect(read.current).toBeGreaterThanOrEqual(1)
        expect(fromQuery(toQuery(read))).toEqual(read)
      }),
    )
  })

  it('opens with page 1 of 10 rows (rule.const.pagesizes)', () => {
    expect(toParams(fromQuery({}))).toEqual({ current: '1', size: '10' })
    expect(PAGE_SIZES).toEqual([10, 30, 50, 100, 200])
    expect(fromQuery({ size: '37' }).size).toBe(10)
  })

  it('ignores addresses of dialogs', () => {
    expect(fromQuery({ edit: '12', create: '1', name: '路' }).filters).toEqual({ name: '路' })
  })
})

describe('changing a list', () => {
  it('resets the page when the filter changes', () => {
    const paged = { ...emptyState(), current: 7, filters: { name: 'a' } }
    expect(withFilters(paged, { name: '', sn_like: '3' })).toEqual({ ...emptyState(), filters: { sn_like: '3' } })
  })

  it('cycles the sorting: ascending, descending, none', () => {
    const up = cycleSort(emptyState(), 'power')
    const down = cycleSort(up, 'power')
    expect([sortOf(up, 'power'), sortOf(down, 'power'), sortOf(cycleSort(down, 'power'), 'power')]).toEqual([
      'ascending',
      'descending',
      'none',
    ])
    expect(toParams(down)).toMatchObject({ descs: 'power' })
    expect(sortOf(cycleSort(down, 'name'), 'power')).toBe('none')
  })

  it('shows page buttons without gaps of one page', () => {
    expect(pageButtons(1, 1)).toEqual([1])
    expect(pageButtons(5, 10)).toEqual([1, null, 4, 5, 6, null, 10])
    expect(pageButtons(3, 5)).toEqual([1, 2, 3, 4, 5])
    expect(pageButtons(1, 100)).toEqual([1, 2, null, 100])
  })

  it('contains every page at most once, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (pages, seed) => {
        const current = 1 + (seed % pages)
        const shown = pageButtons(current, pages).filter((page) => page !== null)
        expect(shown).toContain(current)
        expect([...shown].sort((a, b) => a - b)).toEqual(shown)
        expect(new Set(shown).size).toBe(shown.length)
      }),
    )
  })
})

it('a list starts with the smallest page size that fills the window, ten on a phone (rule.const.pagesizes)', () => {
  expect(fittedSize(1080, 36, false)).toBe(30)
  expect(fittedSize(800, 36, false)).toBe(30)
  expect(fittedSize(620, 36, false)).toBe(10)
  expect(fittedSize(2160, 36, false)).toBe(100)
  expect(fittedSize(1080, 36, true)).toBe(10)
  expect(fittedSize(100_000, 28, false)).toBe(10)
})
