import { defineParams } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { kindOfRow, wrongParam } from './params.ts'

test('a valid value of each type is accepted, an invalid one is refused in both languages', () => {
  const size = { kind: 'number', min: 1, max: 64, whole: true } as const
  const crs = { kind: 'choice', values: ['wgs84', 'gcj02'] } as const
  for (const [type, good, wrongs] of [
    [{ kind: 'flag' }, 'true', ['yes']],
    [size, '40', ['0', '1.5', 'many', '65']],
    [{ kind: 'color' }, '#409EFF', ['blue']],
    [{ kind: 'address' }, 'https://example.com/a?b=1', ['javascript:alert(1)']],
    [
      { kind: 'tiles' },
      'https://{s}.example.com/{z}/{x}/{y}.png?key=1',
      ['javascript:alert(1)/{z}/{x}/{y}', 'https://example.com/tiles', '//example.com/{z}/{x}/{y}'],
    ],
    [crs, 'gcj02', ['mercator']],
    [{ kind: 'clock' }, '02:30', ['24:00', '2:30']],
    [{ kind: 'secret' }, 'x', ['x'.repeat(201)]],
    [{ kind: 'text', max: 5 }, 'a', ['a'.repeat(6)]],
  ] as const) {
    expect(wrongParam(type, good)).toBeNull()
    for (const wrong of wrongs) expect(wrongParam(type, wrong), wrong).toHaveLength(2)
  }
})

test('a key that ends in password is secret, whoever created it; each declared secret has such a key', () => {
  expect(kindOfRow({ paramKey: 'mail.smtpPassword' }).kind).toBe('secret')
  expect(kindOfRow({ paramKey: 'mail.host' }).kind).toBe('text')
  expect(kindOfRow({ paramKey: 'mail.port', valueType: '{"kind":"number","min":1,"max":65535}' })).toMatchObject({ kind: 'number' })
  expect(() => defineParams([{ key: 'mail.pin', label: ['码', 'Pin'], type: { kind: 'secret' } }])).toThrow(/ends in password/)
})
