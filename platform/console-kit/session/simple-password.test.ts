import { expect, test } from 'vitest'
import { isSimple, noteSimple, takeSimple } from './simple-password.ts'

test('a password is simple if it is short, of one kind of characters, the account, or a default password', () => {
  for (const password of ['123456', 'Abc123!', 'abcdefgh', '12345678']) expect(isSimple(password, 'admin'), password).toBe(true)
  expect(isSimple('operator-1', 'Operator-1')).toBe(true)
  for (const password of ['lamp-light', 'Laternen1', '路灯路灯路灯路灯1']) expect(isSimple(password, 'admin'), password).toBe(false)
})

test('rule.landing.simplepwd wgt.landing.simplepwd: each user is asked once', () => {
  noteSimple(true)
  expect([takeSimple('7'), takeSimple('7')]).toEqual([true, false])
  noteSimple(true)
  expect(takeSimple('7')).toBe(false)
  noteSimple(true)
  noteSimple(false)
  expect(takeSimple('8')).toBe(false)
})
