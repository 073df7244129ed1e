import { expect, test } from 'vitest'
import { type Cut, itemsOfCut, type Kinds } from './cut.ts'

interface Item {
  readonly name: string
  readonly slice: string
  readonly words?: readonly string[]
}
const KINDS: Kinds<Item> = { slice: ({ slice }) => slice, words: ({ words }) => words }
const ITEMS: readonly Item[] = [
  { name: 'lamps', slice: 'lighting', words: ['list', 'text'] },
  { name: 'bins', slice: 'environment', words: ['list', 'text', 'time'] },
  { name: 'wells', slice: 'environment', words: ['list', 'time'] },
  { name: 'map', slice: 'lighting' },
  { name: 'roles', slice: 'identity', words: ['list', 'secret'] },
]
const covered = (cut: Cut | undefined): string[] => itemsOfCut(ITEMS, KINDS, cut).map(({ name }) => name)
const cut = (...slices: string[]): Cut => ({ slices, files: [] })

test('a whole run covers every item: a fault in any single one is found', () => {
  for (const faulty of ITEMS) expect(itemsOfCut(ITEMS, KINDS, undefined)).toContain(faulty)
  expect(covered(undefined)).toEqual(['lamps', 'bins', 'wells', 'map', 'roles'])
})

test('a cut run covers what is written by hand, and each word once', () => {
  expect(covered(cut())).toEqual(['bins', 'map', 'roles'])
})

test('a cut run covers all of a changed slice, whose words need no other item', () => {
  expect(covered(cut('environment'))).toEqual(['bins', 'wells', 'map', 'roles'])
  expect(covered(cut('lighting'))).toEqual(['lamps', 'bins', 'map', 'roles'])
})

test('every word is covered, whatever is changed', () => {
  const all = new Set(ITEMS.flatMap(({ words = [] }) => words))
  for (const slice of ['', 'lighting', 'environment', 'identity'])
    expect(new Set(itemsOfCut(ITEMS, KINDS, cut(slice)).flatMap(({ words = [] }) => words))).toEqual(all)
})
