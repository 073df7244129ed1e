import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Codec,
  codecFault,
  decode,
  encode,
  FAULT,
  FORMATS,
  type Format,
  PROPERTIES,
  rangeOf,
  readNumber,
  type UplinkRow,
  writeNumber,
} from './codec.ts'
import { SHIPPED_CODECS } from './shipped-codecs.ts'

const formats = Object.values(FORMATS).filter((format): format is Format => format !== 'bit')
const keyOf = (format: Format): number => Number(Object.entries(FORMATS).find(([, name]) => name === format)?.[0])
const [DIM, POWER, ON] = [2, 3, 1]
const full = SHIPPED_CODECS['DALI 84 01 + status'] as Codec

test('a number of any format is read as it was written, at any position', () => {
  const written = fc.constantFrom(...formats).chain((format) => {
    const [least, most] = rangeOf(format)
    return fc.record({ format: fc.constant(format), value: fc.integer({ min: least, max: most }), before: fc.uint8Array({ maxLength: 8 }) })
  })
  fc.assert(
    fc.property(written, ({ format, value, before }) => {
      const bytes = Uint8Array.from([...before, ...writeNumber(value, format)])
      expect(readNumber(bytes, before.length, format)).toBe(value)
      expect(readNumber(bytes, before.length + 1, format)).toBeUndefined()
    }),
  )
})

test('formats have the byte order and sign that their names say', () => {
  const bytes = Uint8Array.from([0xfe, 0xdc, 0xba, 0x98])
  const view = new DataView(bytes.buffer)
  expect(readNumber(bytes, 0, 'u16be')).toBe(view.getUint16(0))
  expect(readNumber(bytes, 0, 'u16le')).toBe(view.getUint16(0, true))
  expect(readNumber(bytes, 0, 'i16be')).toBe(view.getInt16(0))
  expect(readNumber(bytes, 0, 'i32le')).toBe(view.getInt32(0, true))
  expect(readNumber(bytes, 0, 'i32be')).toBe(view.getInt32(0))
  expect(readNumber(bytes, 3, 'i8')).toBe(view.getInt8(3))
})

test('any bytes are decoded without an error, to values of the declared kinds only', () => {
  const row = fc.record<UplinkRow>({
    fPort: fc.constantFrom(8, 10),
    property: fc.constantFrom(...PROPERTIES.keys(), FAULT),
    fault: fc.constant('lampFailure'),
    offset: fc.nat(20),
    type: fc.constantFrom(...Object.keys(FORMATS).map(Number)),
    bit: fc.nat(7),
    scale: fc.double({ min: -100, max: 100, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), fc.uint8Array({ maxLength: 24 }), (uplinks, bytes) => {
      for (const [name, value] of Object.entries(decode({ uplinks }, 8, bytes).values)) {
        if (name === 'faults') continue
        const property = [...PROPERTIES.values()].find((one) => one.name === name)
        expect(typeof value).toBe(property?.isFlag ? 'boolean' : 'number')
        if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
      }
    }),
  )
})

test('an uplink shows the value that a command with the same layout set', () => {
  fc.assert(
    fc.property(fc.constantFrom(...formats), fc.integer({ min: 0, max: 100 }), (format, level) => {
      const codec: Codec = {
        uplinks: [{ fPort: 8, prefix: '84 01', property: DIM, offset: 2, type: keyOf(format), scale: 0.5 }],
        commands: [{ command: 1, fPort: 8, bytes: `84 01 {level:${format}*2}` }],
      }
      const payload = encode(codec, 'dim', { level })
      const [, most] = rangeOf(format)
      if (level * 2 > most) expect(payload).toBe('invalidArgs')
      else if (typeof payload === 'string') expect.unreachable()
      else expect(decode(codec, payload.fPort, payload.bytes).values).toEqual({ dim: level })
    }),
  )
})

describe('shipped codecs', () => {
  test('they have no fault', () => {
    for (const codec of Object.values(SHIPPED_CODECS)) expect(codecFault(codec)).toBeUndefined()
  })
  test('50 % is `84 01 32`, base64 `hAEy`, as DALI controllers on TTN take it', () => {
    const payload = encode(full, 'dim', { level: 50 })
    expect(payload).toMatchObject({ fPort: 8 })
    expect(typeof payload === 'string' ? '' : Buffer.from(payload.bytes).toString('base64')).toBe('hAEy')
    const off = encode(full, 'switch', { on: false })
    expect(typeof off === 'string' ? [] : [...off.bytes]).toEqual([0x84, 1, 0])
    expect(encode(full, 'reboot', {})).toBe('unsupported')
    expect(encode(full, 'dim', {})).toBe('invalidArgs')
  })
  test('the answer repeats the level; the status has power, meters and faults', () => {
    expect(decode(full, 8, Uint8Array.from([0x84, 1, 0]))).toEqual({ values: { on: false, dim: 0 }, answer: true })
    expect(decode(full, 8, Uint8Array.from([0x85, 1, 0]))).toEqual({ values: {}, answer: false })
    const data = Buffer.from('0332032a08f0018a000f424000004e2019', 'hex')
    expect(decode(full, 10, data)).toEqual({
      answer: false,
      values: {
        on: true,
        dim: 50,
        power: 81,
        voltage: 228.8,
        lampCurrent: 0.394,
        energy: 1_000_000,
        hours: 2000,
        temperature: 25,
        faults: ['lampFailure'],
      },
    })
    // A shorter payload has fewer values.
    expect(decode(full, 10, data.subarray(0, 4)).values).toEqual({ on: true, dim: 50, power: 81, faults: ['lampFailure'] })
  })
})

test.each([
  ['a prefix that is no hex', { uplinks: [{ prefix: 'xyz' }] }, 'uplinks'],
  ['a bit without its number', { uplinks: [{ property: ON, type: 11 }] }, 'uplinks'],
  ['a measured value as a bit', { uplinks: [{ property: POWER, type: 11, bit: 0 }] }, 'uplinks'],
  ['a fault that does not exist', { uplinks: [{ property: FAULT, type: 11, bit: 0, fault: 'boredom' }] }, 'uplinks'],
  ['a fault that is no bit', { uplinks: [{ property: FAULT, fault: 'lampFailure' }] }, 'uplinks'],
  ['a value that is there twice', { uplinks: [{}, {}] }, 'uplinks'],
  ['bytes that are no hex', { commands: [{ bytes: '8 {level}' }] }, 'commands'],
  ['an argument of another command', { commands: [{ bytes: '84 {on}' }] }, 'commands'],
  ['no argument', { commands: [{ bytes: '84 01' }] }, 'commands'],
  ['an unknown format', { commands: [{ bytes: '84 {level:u24}' }] }, 'commands'],
  ['a payload that is too long', { commands: [{ bytes: `${'00 '.repeat(242)}{level}` }] }, 'commands'],
  ['a command that is there twice', { commands: [{}, {}] }, 'commands'],
] as const)('a codec with %s is refused', (_, given, field) => {
  const parts = given as { readonly uplinks?: readonly object[]; readonly commands?: readonly object[] }
  const codec: Codec = {
    uplinks: (parts.uplinks ?? [{}]).map((row) => ({ fPort: 8, property: DIM, offset: 2, type: 1, ...row })),
    commands: (parts.commands ?? []).map((row) => ({ command: 1, fPort: 8, bytes: '84 01 {level}', ...row })),
  }
  expect(codecFault(codec)).toMatchObject({ field })
})
