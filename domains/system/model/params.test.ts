import { expect, test } from 'vitest'
import { KNOWN_PARAMS, paramKind, wrongParam } from './params.ts'

test('every known parameter takes a good value and refuses a wrong one of its kind', () => {
  const good = {
    flag: 'true',
    number: '40',
    color: '#409EFF',
    address: 'https://example.com/a?b=1',
    tiles: 'https://{s}.example.com/{z}/{x}/{y}.png?key=1',
    secret: 'x',
    clock: '02:30',
    text: 'anything',
  }
  for (const { key, type } of KNOWN_PARAMS)
    expect(wrongParam(key, type.kind === 'choice' ? String(type.values[0]) : good[type.kind]), key).toBeNull()
  for (const [key, value] of [
    ['account.captcha', 'yes'],
    ['invite.expireHours', '0'],
    ['invite.expireHours', '1.5'],
    ['invite.expireHours', 'many'],
    ['upload.max.file', '65'],
    ['console.themeColor', 'blue'],
    ['console.lightMoveCar.url', 'javascript:alert(1)'],
    ['map.tileUrl', 'javascript:alert(1)/{z}/{x}/{y}'],
    ['map.tileUrl', 'https://example.com/tiles'],
    ['map.tileUrl', '//example.com/{z}/{x}/{y}'],
    ['map.tileCrs', 'mercator'],
    ['backup.at', '24:00'],
    ['backup.at', '2:30'],
    ['backup.keep', '0'],
  ] as const)
    expect(wrongParam(key, value), key)?.toHaveLength(2)
})

test('what is named a password is a secret, whoever made it', () => {
  expect(paramKind('mail.smtpPassword').kind).toBe('secret')
  expect(paramKind('mail.host').kind).toBe('text')
})
