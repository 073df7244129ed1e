import type { DeviceProperty, DeviceTypeDefinition } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { deviceSlots } from './device-slots.ts'

const label = ['值', 'Value'] as const
const bin = (properties: Record<string, DeviceProperty>): DeviceTypeDefinition[] => [
  { name: 'bin', code: 19, label, properties, commands: {}, events: [] },
]
const before = { bin: { '1': 'level, %', '2': 'lid, values 0 1' }, lamp: { '1': 'on, boolean' } }
const level: DeviceProperty = { label, slot: 1, unit: '%' }
const lid: DeviceProperty = { label, slot: 2, values: { 0: label, 1: label } }

test('new slots are added, renamed and retired properties keep theirs, and types that are missing now stay', () => {
  const now = { fill: { ...level, was: 'level' }, lid: { ...lid, retired: true as const }, heat: { label, slot: 3, unit: 'Cel' } }
  expect(deviceSlots(bin(now), before)).toEqual({
    bin: { '1': 'fill, %', '2': 'lid, values 0 1', '3': 'heat, Cel' },
    lamp: { '1': 'on, boolean' },
  })
})

test('a slot whose unit or type changed, or that is missing, is refused', () => {
  expect(() => deviceSlots(bin({ level: { ...level, unit: 'mm' }, lid }), before)).toThrow(
    'slot 1 was "level, %" and cannot become "level, mm"',
  )
  expect(() => deviceSlots(bin({ level, lid: { label, slot: 2, type: 'boolean' } }), before)).toThrow('slot 2 was "lid, values 0 1"')
  expect(() => deviceSlots(bin({ level, lid: { label, slot: 2, values: { 0: label } } }), before)).toThrow('slot 2 was "lid, values 0 1"')
  expect(deviceSlots(bin({ level, lid: { ...lid, values: { 0: label, 1: label, 2: label } } }), before).bin?.['2']).toBe(
    'lid, values 0 1 2',
  )
  expect(() => deviceSlots(bin({ level }), before)).toThrow('slot 2 (lid, values 0 1) is not declared')
})
