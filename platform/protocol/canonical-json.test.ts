import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the order of keys makes no difference, the order of list elements does', () => {
  const text = '{"10":[3,{"a":"é","b":null}],"2":true,"on":1.5}'
  expect(canonicalJson({ on: 1.5, 2: true, 10: [3, { b: null, a: 'é' }] })).toBe(text)
  expect(canonicalJson(JSON.parse(text))).toBe(text)
  expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]))
})
