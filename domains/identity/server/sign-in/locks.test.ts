import { expect, test } from 'vitest'
import { accountKey, addressKey } from './locks.ts'

test('an address is one key; a mapped IPv4 address has the key of the plain one', () => {
  expect(addressKey('10.1.2.3')).toBe('address:10.1.2.3')
  expect(addressKey('::ffff:10.1.2.3')).toBe('address:10.1.2.3')
})

test('all addresses of one /64 have one key; other addresses have other keys', () => {
  const key = addressKey('2001:db8:1:2:3:4:5:6')
  expect(addressKey('2001:0db8:0001:0002::9')).toBe(key)
  expect(addressKey('2001:db8:1:3::9')).not.toBe(key)
  expect(addressKey('::1')).toBe('address:0:0:0:0::/64')
})

test('an account is locked in its tenant only', () => {
  expect(accountKey('000000', 'admin')).not.toBe(accountKey('100001', 'admin'))
})
