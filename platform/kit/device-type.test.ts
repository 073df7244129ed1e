import { expect, test } from 'vitest'
import { type DeviceProperty, type DeviceTypeDefinition, defineDeviceType, deviceTypeFault, unitSymbol } from './index.ts'

const label = ['值', 'Value'] as const
const bin = (properties: Record<string, DeviceProperty>, commands: DeviceTypeDefinition['commands'] = {}): DeviceTypeDefinition =>
  defineDeviceType({ name: 'bin', code: 19, label, properties, commands, events: [] })

test('a contradictory declaration gives an error that names the cause', () => {
  const wrong: [string, DeviceTypeDefinition][] = [
    ['level needs a slot', bin({ level: { label } })],
    ['level needs a slot', bin({ level: { label, slot: 129 } })],
    ['lid has the slot of level', bin({ level: { label, slot: 1 }, lid: { label, slot: 1 } })],
    ['gone has the slot of level', bin({ level: { label, slot: 1 }, gone: { label, slot: 1, retired: true } })],
    ['level has min above max', bin({ level: { label, slot: 1, min: 2, max: 1 } })],
    ['level has the unknown unit °C', bin({ level: { label, slot: 1, unit: '°C' } })],
    ['version is a text: it must have neither slot nor history', bin({ version: { label, type: 'text', history: true } })],
    ['lid is a counter but not a number', bin({ lid: { label, slot: 1, type: 'boolean', counter: true } })],
    ['level has words but is not a text', bin({ level: { label, slot: 1, words: { full: label } } })],
    [
      'level is not a valid property name, or is declared twice',
      bin({ level: { label, slot: 1 }, fill: { label, slot: 2, was: 'level' } }),
    ],
    ['faults is not a list with words', bin({ faults: { label, type: 'list' } })],
    ['__proto__ is not a valid property name', bin({ ['__proto__']: { label, slot: 1 } })],
    ['lid proves lid by open', bin({ lid: { label, slot: 1 } }, { lid: { label, proves: { lid: 'open' } } })],
    ['Open is not a valid command name', bin({}, { Open: { label } })],
    ['set is not a valid command name', bin({}, { set: { label } })],
    ['switch has no input on', bin({}, { switch: { label } })],
    ['dim has no input level', bin({}, { dim: { label, input: {} } })],
  ]
  for (const [words, declared] of wrong) expect(deviceTypeFault(declared), words).toContain(words)
  const many = bin(Object.fromEntries(Array.from({ length: 129 }, (_, n) => [`p${n}`, { label, slot: n + 1 }])))
  expect(deviceTypeFault(many)).toContain('more than 128')
  expect(deviceTypeFault(bin({ level: { label, slot: 3, min: 0, max: 100, unit: '%' } }))).toBeUndefined()
})

test('a unit is shown by its symbol', () => {
  expect([unitSymbol('Cel'), unitSymbol('W.h'), unitSymbol('V')]).toEqual(['°C', 'Wh', 'V'])
})
