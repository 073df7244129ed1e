import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DOWN_KINDS, isSerialNumber, parseTopic, topics, UP_KINDS } from './topics.ts'

const serial = fc.stringMatching(/^[A-Za-z0-9._:-]{1,64}$/)

test('every built topic can be parsed', () => {
  fc.assert(
    fc.property(serial, fc.constantFrom(...UP_KINDS), (gateway, kind) => {
      expect(parseTopic(topics.up(gateway, kind))).toEqual({ gateway, direction: 'up', kind })
    }),
  )
  fc.assert(
    fc.property(serial, fc.constantFrom(...DOWN_KINDS), (gateway, kind) => {
      expect(parseTopic(topics.down(gateway, kind))).toEqual({ gateway, direction: 'down', kind })
    }),
  )
})

test.each([
  'll/2/GW1/up/report',
  'll/1/GW1/up/command',
  'll/1/GW1/down/report',
  'll/1/GW1/up/report/x',
  'll/1/GW1/up',
  'll/1//up/report',
  'll/1/G W/up/report',
  'll/1/+/up/report',
  'll/1/GW1/up/toString',
  'll/1/GW1/up/__proto__',
  'll/1/GW1/sideways/report',
  '$SYS/broker/uptime',
  '',
])('%s is not a topic of the protocol', (topic) => {
  expect(parseTopic(topic)).toBeNull()
})

test('a serial number cannot add a level or a wildcard to a topic', () => {
  for (const text of ['a/b', 'a+', '#', '', 'x'.repeat(65), 'a\n', 'a\u0000']) expect(isSerialNumber(text)).toBe(false)
  expect(isSerialNumber('GW5A000123')).toBe(true)
})
