import { expect, test } from 'vitest'
import { countRule, fieldNote, rangeRule, textRule } from './rule-hint.ts'

const label = ['名称', 'Name'] as const

test('a number tells its range with its unit', () => {
  expect(rangeRule({ min: 0, max: 100, unit: '%' })).toEqual(['0 至 100 %', '0 to 100 %'])
  expect(rangeRule({ min: 1 })).toEqual(['不小于 1', 'At least 1'])
  expect(rangeRule({ max: 5, unit: 'V' })).toEqual(['不大于 5 V', 'At most 5 V'])
  expect(rangeRule({})).toBeNull()
})

test('a text tells its form unless a hint does, and its length when it is nearly too long', () => {
  const match = { pattern: '\\d+', text: ['应为数字', 'must be digits'] } as const
  expect(textRule({ label, match }, null)).toEqual(['应为数字', 'Must be digits'])
  expect(textRule({ label, match, hint: ['如 12', 'Such as 12'] }, null)).toBeNull()
  expect(textRule({ label, shape: 'mobile' }, null)).toEqual(['11位手机号码', 'A mobile number of 11 digits'])
  expect(textRule({ label, max: 10 }, '1234567')).toBeNull()
  expect(textRule({ label, max: 10 }, '12345678')).toEqual(['已输入 8 个字符，最多 10 个', '8 of at most 10 characters'])
})

test('a list tells how many entries it has when it is nearly full', () => {
  expect(countRule(0, 1)).toBeNull()
  expect(countRule(7, 10)).toBeNull()
  expect(countRule(8, 10)).toEqual(['已有 8 项，最多 10 项', '8 of at most 10 items'])
})

test('the note of a field is its hint, then its rule', () => {
  const view = { rule: () => ['0 至 9', '0 to 9'] as const }
  const english = (text: readonly [string, string]): string => text[1]
  expect(fieldNote(view, { label, hint: ['如 3', 'Such as 3'] }, null, english)).toBe('Such as 3 · 0 to 9')
  expect(fieldNote(view, { label }, null, english)).toBe('0 to 9')
  expect(fieldNote({}, { label }, null, english)).toBe('')
})
