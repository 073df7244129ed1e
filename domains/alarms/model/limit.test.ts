import { expect, test } from 'vitest'
import { judge } from './limit.ts'

test('a value is beyond its limit until it has passed the clear value', () => {
  const high = { operator: 1, value: 200, clearValue: 180 } as const
  expect([201, 200, 190, 181, 180, 100].map((value) => judge(high, value))).toEqual([
    'beyond',
    'between',
    'between',
    'between',
    'clear',
    'clear',
  ])
  const low = { operator: 4, value: 10, clearValue: 12 } as const
  expect([9, 10, 11, 12, 13].map((value) => judge(low, value))).toEqual(['beyond', 'beyond', 'between', 'between', 'clear'])
  expect(judge({ operator: 3, value: 5, clearValue: null }, 5)).toBe('clear')
})
