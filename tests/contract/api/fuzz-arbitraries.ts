import fc from 'fast-check'
import type { Call } from './hand-written.ts'

type Schema = Record<string, unknown>
export interface Shape {
  readonly path: Readonly<Record<string, Schema>>
  readonly query: Readonly<Record<string, Schema>>
  readonly body: Readonly<Record<string, Schema>> | null
}

const deep = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let at = 0; at < depth; at += 1) value = at % 2 ? [value] : { a: value }
  return value
}
const POLLUTED = JSON.parse('{"__proto__":{"administrator":true},"constructor":{"prototype":{"x":1}}}') as object
const MEGABYTE = 'a'.repeat(1_000_000)
/** Texts that have broken servers before. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u0301😀',
  '9'.repeat(30),
  '-1',
  '1e308',
  '0x10',
  'NaN',
  'null',
  'undefined',
  "' or 1=1 --",
  '$1',
  '%',
  '\\',
  '__proto__',
  'constructor',
  '[object Object]',
  '2026-02-30 25:61:61',
  '9999-12-31 23:59:59',
  '0000-00-00 00:00:00',
  '1,2,,3',
  '../../etc/passwd',
]
const THINGS: readonly unknown[] = [
  null,
  true,
  false,
  -1,
  0,
  1e9,
  2 ** 31,
  2 ** 53,
  1e308,
  1.5,
  [],
  {},
  [[[]]],
  [null],
  [{}],
  Array.from({ length: 20_000 }, (_, at) => String(at)),
  Array.from({ length: 5000 }, () => ({})),
  deep(2000),
  POLLUTED,
  MEGABYTE,
  { toString: 1, valueOf: 1 },
  { ids: ['1'], filter: { all: '1' } },
]

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const fitting = (schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> => {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if ('const' in schema) return fc.constant(schema.const)
  const parts = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (parts) return fc.oneof(...parts.map((part) => fitting(part, ids)))
  const type = Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type
  const { minimum = -10, maximum = 100_000 } = schema as { minimum?: number; maximum?: number }
  if (type === 'integer') return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(fitting((schema.items as Schema | undefined) ?? {}, ids), { maxLength: 5 })
  if (schema.properties) return record(schema.properties as Record<string, Schema>, ids)
  return fc.oneof(
    fc.constantFrom(...ids),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('1', '0', '50', '2026-11-01 00:00:00'),
  )
}
const record = (properties: Readonly<Record<string, Schema>>, ids: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema, ids)])), { requiredKeys: [] })

/** Generates calls of a route: valid ones, valid ones with a hostile value in them, and malformed bodies. `good`: a valid call. */
export const callsOf = (shape: Shape, good: Call, ids: readonly string[]): fc.Arbitrary<Call> => {
  const strange = fc.oneof(
    { weight: 2, arbitrary: text as fc.Arbitrary<unknown> },
    { weight: 2, arbitrary: fc.constantFrom(...THINGS) },
    fc.jsonValue(),
  )
  const keys = (names: readonly string[]) =>
    fc.constantFrom(...names, '__proto__', 'constructor', 'tenantId', 'status', 'ids', 'filter', 'size', 'current')
  const queryValue = fc.oneof(
    text,
    fc.constantFrom('-1', '1000000000', '9'.repeat(8000), 'x'.repeat(8000)),
    fc.array(fc.constantFrom('1', 'x', ''), { maxLength: 3 }),
  )
  const query = fc
    .tuple(fc.boolean(), record(shape.query, ids), fc.dictionary(keys(Object.keys(shape.query)), queryValue, { maxKeys: 3 }))
    .map(([fits, values, odd]) => ({ ...good.query, ...(fits ? flat(values) : {}), ...odd }))
  const base = (typeof good.body === 'object' && good.body !== null ? good.body : {}) as Record<string, unknown>
  const body = shape.body
    ? fc.oneof(
        { weight: 4, arbitrary: record(shape.body, ids).map((values): unknown => ({ ...base, ...values })) },
        {
          weight: 6,
          arbitrary: fc
            .tuple(record(shape.body, ids), fc.dictionary(keys(Object.keys(shape.body)), strange, { minKeys: 1, maxKeys: 3 }))
            .map(([values, odd]): unknown => ({ ...base, ...values, ...odd })),
        },
        { weight: 1, arbitrary: strange },
      )
    : fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: strange })
  const names = Object.keys(shape.path)
  const path = fc.record(
    Object.fromEntries(
      names.map((name) => [name, fc.oneof(fc.constantFrom(...ids), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }))]),
    ),
  )
  return fc.record({ query, body, path: names.length > 0 ? path : fc.constant(undefined) }) as fc.Arbitrary<Call>
}
const flat = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]))
