import { defineDeviceType } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { schemaOf, sieveOf, siftLampValues } from './index.ts'

const label = ['值', 'Value'] as const
const bin = defineDeviceType({
  name: 'bin',
  code: 19,
  label,
  properties: {
    level: { slot: 1, label, unit: '%', min: 0, max: 100, was: 'fill' },
    lid: { slot: 2, label, values: { 0: ['关', 'Closed'], 1: ['开', 'Open'] } },
    gone: { slot: 3, label, retired: true },
    tilted: { slot: 5, label, type: 'boolean' },
    version: { label, type: 'text' },
    mode: { label, type: 'text', words: { day: ['昼', 'Day'], night: ['夜', 'Night'] } },
    since: { label, type: 'time' },
  },
  commands: {
    lid: { label, input: { open: { kind: 'flag', options: { label, required: true } } } },
    threshold: {
      label,
      input: { level: { kind: 'int', options: { label, required: true, min: 1, max: 100 } as object as { label: typeof label } } },
    },
  },
  events: [],
})

test('a report is split: numbers by slot, texts by name, each invalid value separately', () => {
  const sieve = sieveOf(bin)
  expect(sieve({ level: 40, lid: 1, tilted: true, version: '1.2', mode: 'day', since: 1000, colour: 'red', gone: 3 })).toEqual({
    v: [40, 1, null, null, 1],
    texts: { version: '1.2', mode: 'day', since: 1000 },
    bad: [],
  })
  expect(sieve({ level: 140, lid: 2, tilted: 2, mode: 'dusk', version: 'x'.repeat(256) })).toEqual({
    v: [null, null, null, null, null],
    texts: {},
    bad: [
      { property: 'level', value: 140, reason: 'must be between 0 and 100' },
      { property: 'lid', value: 2, reason: 'must be one of 0, 1' },
      { property: 'tilted', value: 2, reason: 'must be a boolean' },
      { property: 'version', value: 'x'.repeat(256), reason: 'must match ^[^\\u0000\\ud800-\\udfff]{0,255}$' },
      { property: 'mode', value: 'dusk', reason: 'must be one of day, night' },
    ],
  })
  expect(['\u{1f5d1}'.repeat(255), 'a\u0000', '\ud800'].map((version) => sieve({ version }).bad.length)).toEqual([0, 1, 1])
  expect(sieve({ level: Number.NaN }).bad).toMatchObject([{ property: 'level', reason: 'must be a number' }])
})

test('a boolean stands for a choice of 0 and 1, and 0 and 1 for a boolean, also of a lamp controller; a name in messages comes first', () => {
  const sieve = sieveOf(bin)
  expect(sieve({ lid: true, tilted: 1 })).toEqual({ v: [null, 1, null, null, 1], texts: {}, bad: [] })
  expect(sieve({ lid: false, tilted: 0 })).toEqual({ v: [null, 0, null, null, 0], texts: {}, bad: [] })
  expect(sieve({ level: true }).bad).toMatchObject([{ property: 'level', reason: 'must be a number' }])
  expect(siftLampValues({ on: 1, dim: 40 })).toEqual({ p: { on: true, dim: 40 }, bad: [] })
  expect(siftLampValues({ on: 2 }).bad).toMatchObject([{ property: 'on' }])
  const meter = sieveOf({ ...bin, properties: { energy: { slot: 1, label, unit: 'kW.h', wire: 'energyKwh' } } })
  expect([meter({ energyKwh: 7 }).v, meter({ energy: 8 }).v, meter({ energy: 8, energyKwh: 9 }).v]).toEqual([[7], [8], [9]])
})

test('a value that is negative only by the noise of its meter is 0; a really negative one is refused', () => {
  const meter = defineDeviceType({
    name: 'box',
    code: 31,
    label,
    commands: {},
    events: [],
    properties: {
      power: { slot: 1, label, unit: 'W', min: 0 },
      current: { slot: 2, label, unit: 'A', min: 0 },
      energy: { slot: 3, label, unit: 'kW.h', min: 0 },
      flow: { slot: 4, label, unit: 'W', min: -100 },
    },
  })
  expect(sieveOf(meter)({ power: -0.3, current: -0.01, energy: -0.3, flow: -0.3 })).toMatchObject({
    v: [0, 0, null, -0.3],
    bad: [{ property: 'energy', value: -0.3 }],
  })
  expect(sieveOf(meter)({ power: -40 })).toMatchObject({ v: [null, null, null, null], bad: [{ property: 'power', value: -40 }] })
  expect(siftLampValues({ on: false, power: -0.3, current: -0.002, voltage: -0.5, dim: -1 })).toMatchObject({
    p: { on: false, power: 0, current: 0, voltage: 0 },
    bad: [{ property: 'dim', value: -1 }],
  })
  expect(siftLampValues({ power: -20 })).toMatchObject({ p: {}, bad: [{ property: 'power', value: -20 }] })
})

test('a former property name is read where the present one is absent; inherited keys are ignored', () => {
  const sieve = sieveOf(bin)
  expect([sieve({ fill: 7 }).v[0], sieve({ fill: 7, level: 8 }).v[0], sieve(Object.create({ level: 9 })).v[0]]).toEqual([7, 8, null])
})

test('command arguments are checked by the input of the command', () => {
  expect(schemaOf(bin).args).toEqual({
    lid: { type: 'object', required: ['open'], properties: { open: { type: 'boolean' } } },
    threshold: { type: 'object', required: ['level'], properties: { level: { type: 'integer', minimum: 1, maximum: 100 } } },
  })
  expect(Object.keys(schemaOf(bin).p.properties ?? {})).not.toContain('gone')
})
