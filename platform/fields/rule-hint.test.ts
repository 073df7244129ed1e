import { expect, test } from 'vitest'
import { rangeRule, textRule } from './rule-hint.ts'

const label = ['名称', 'Name'] as const

test('a number tells its range with its unit', () => {
  expect(rangeRule({ label, min: 0, max: 100, unit: '%' })).toEqual(['0 至 100 %', '0 to 100 %'])
  expect(rangeRule({ label, min: 1 })).toEqual(['不小于 1', 'At least 1'])
  expect(rangeRule({ label, max: 5, unit: 'V' })).toEqual(['不大于 5 V', 'At most 5 V'])
  expect(rangeRule({ label })).toBeNull()
})

test('a text tells its form unless a hint does, and its length when it is nearly too long', () => {
  const match = { pattern: '\\d+', text: ['应为数字', 'must be digits'] } as const
  expect(textRule({ label, match }, null)).toEqual(['应为数字', 'Must be digits'])
  expect(textRule({ label, match, hint: ['如 12', 'Such as 12'] }, null)).toBeNull()
  expect(textRule({ label, shape: 'mobile' }, null)).toEqual(['11位手机号码', 'A mobile number of 11 digits'])
  expect(textRule({ label, max: 10 }, '1234567')).toBeNull()
  expect(textRule({ label, max: 10 }, '12345678')).toEqual(['已输入 8 个字符，最多 10 个', '8 of at most 10 characters'])
})
