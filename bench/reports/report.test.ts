import { expect, test } from 'vitest'
import type { Figure } from '../measure.ts'
import { documentOf } from './report.ts'

const figureOf = (name: string, ours: number): Figure => ({
  name,
  unit: 'ms',
  ours,
  limit: 10,
  ratio: ours / 10,
  aim: '≤ 2',
  rounds: [1, 2],
  notes: [`note of ${name}`],
})
const order = ['first', 'second']

test('figures that are measured again replace their rows and sections; the others stay as they were measured', () => {
  const one = documentOf(
    [
      ['first', figureOf('a', 11)],
      ['first', figureOf('b', 12)],
      ['second', figureOf('c', 13)],
    ],
    { before: '', order, measured: '2026-01-01, here' },
  )
  const two = documentOf([['first', figureOf('d', 14)]], { before: one, order, measured: '2026-02-02, there' })
  const rows = two.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows).toEqual([
    '| `first` | d | 14.00 ms | 10.00 ms | 1.40 (1.00–2.00) | ≤ 2 | 2026-02-02, there |',
    '| `second` | c | 13.00 ms | 10.00 ms | 1.30 (1.00–2.00) | ≤ 2 | 2026-01-01, here |',
  ])
  expect(two.split('\n').filter((line) => line.startsWith('**'))).toEqual(['**first: d**', '**second: c**'])
  expect(two).toContain('- note of c')
  expect(two).not.toContain('note of a')
  // A third run without figures changes nothing.
  expect(documentOf([], { before: two, order, measured: 'never' })).toBe(two)
})
