import { expect, test } from 'vitest'
import { PASSWORD_RULE, passwordFault } from './password.ts'

test.each([
  ['Lamp-post', 'operator', true],
  ['lamppost1', 'operator', true],
  ['lamp post', 'operator', true],
  ['Lamp-po', 'operator', false],
  ['lampposts', 'operator', false],
  ['12345678', 'operator', false],
  ['Operator-1', 'operator-1', false],
  ['', 'operator', false],
])('the password %j of %s: %s', (password, account, good) => {
  expect(passwordFault(password, account)).toBe(good ? null : PASSWORD_RULE)
})
