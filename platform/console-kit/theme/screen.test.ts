import { expect, test } from 'vitest'
import { screenClass } from './screen.ts'

test('size classes change at 768, 992 and 1200 px (rule.layout.class0, rule.layout.class1, rule.layout.class2, rule.layout.class3, rule.const.breakpoints)', () => {
  expect([767, 768, 991, 992, 1199, 1200, 1920].map(screenClass)).toEqual([0, 1, 1, 2, 2, 3, 3])
})
