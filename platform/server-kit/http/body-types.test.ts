import { expect, test } from 'vitest'
import { typeFault } from './body-types.ts'

const schema = {
  type: 'object',
  required: ['level'],
  properties: {
    level: { type: 'integer' },
    latitude: { type: 'number' },
    name: { type: 'string' },
    on: { type: 'boolean' },
    flag: { enum: [0, 1, '0', '1', true, false, null, ''] },
    either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    any: { description: 'anything' },
    inner: { anyOf: [{ type: 'object', properties: { x: { type: 'number' } } }, { type: 'null' }] },
    rows: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
  },
}
const placeOf = (value: object): string | undefined => typeFault(schema, { level: 1, ...value })?.instancePath

test('a value that a conversion would take for something else is a fault of its place', () => {
  for (const value of [true, false, ' ', '\t', '0x10', 'Infinity', '1,5', 'x']) {
    expect(placeOf({ level: value }), String(value)).toBe('/level')
    expect(placeOf({ latitude: value }), String(value)).toBe('/latitude')
    expect(placeOf({ inner: { x: value } }), String(value)).toBe('/inner/x')
    expect(placeOf({ rows: [{ n: 1 }, { n: value }] }), String(value)).toBe('/rows/1/n')
  }
  for (const value of [true, false]) {
    expect(placeOf({ name: value })).toBe('/name')
    expect(placeOf({ either: value })).toBe('/either')
  }
})

test('numbers as text, numbers for texts, and declared forms of flags stay as they are', () => {
  for (const value of [
    { level: '7' },
    { level: -7 },
    { latitude: '28.2' },
    { latitude: ' 1e3 ' },
    { name: 7 },
    { name: ' ' },
    { on: true },
    { on: 'true' },
    { flag: true },
    { flag: '1' },
    { flag: 0 },
    { either: '7' },
    { either: 'x' },
    { any: true },
    { any: [true] },
    { inner: null },
    { inner: { x: 1, y: true } },
    { rows: [] },
    { unknown: true },
  ])
    expect(placeOf(value), JSON.stringify(value)).toBeUndefined()
})

test('null of an optional number or flag is none, not 0', () => {
  const body = { level: null, latitude: null, on: null, name: null, flag: null }
  expect(typeFault(schema, body)).toBeNull()
  expect(body).toEqual({ level: null, name: null, flag: null })
})
