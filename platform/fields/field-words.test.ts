import { wordOfValue } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { f } from './model.ts'

const label = ['标签', 'Label'] as const

test('a value has the label of its choice, the words of its flag, or those of the form that devices store', () => {
  const mode = f.choice({ 1: ['电池优先', 'Battery first'] }, { label })
  expect([wordOfValue(mode, 1), wordOfValue(mode, '1'), wordOfValue(mode, 2)]).toEqual([
    ['电池优先', 'Battery first'],
    ['电池优先', 'Battery first'],
    undefined,
  ])
  const plain = f.flag({ label })
  const lid = f.flag({
    label,
    words: [
      ['关闭', 'closed'],
      ['打开', 'open'],
    ],
  })
  expect([wordOfValue(plain, true), wordOfValue(lid, false), wordOfValue(lid, null)]).toEqual([
    ['是', 'yes'],
    ['关闭', 'closed'],
    undefined,
  ])
  const stored = f.text({ label, inWords: (text) => (text.startsWith('1') ? ['第一', 'first'] : undefined) })
  expect([
    wordOfValue(stored, '1=2'),
    wordOfValue(stored, '9'),
    wordOfValue(stored, ''),
    wordOfValue(f.int({ label }), 4),
    wordOfValue(undefined, true),
  ]).toEqual([['第一', 'first'], undefined, undefined, undefined, undefined])
})
