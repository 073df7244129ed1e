import type { Entry } from '@lamplight/calendar'
import Ajv from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { check, decode, decodeUp, encode } from './codec.ts'
import { EVENT_TYPE_NAMES } from './event-types.ts'
import { LIMITS } from './limits.ts'
import {
  ACK_CODES,
  type CalendarProgram,
  type Command,
  type MessageKind,
  type Messages,
  type ParamValue,
  type Properties,
  REASONS,
} from './messages.ts'
import { SCHEMAS } from './schemas.ts'

const ajv = new Ajv.default({ allErrors: true, strict: true, strictTypes: false, strictRequired: false })
const KINDS = Object.keys(SCHEMAS) as MessageKind[]
const judges = Object.fromEntries(KINDS.map((kind) => [kind, ajv.compile(SCHEMAS[kind])]))

const sn = fc.stringMatching(/^[A-Za-z0-9._:-]{1,64}$/)
const time = fc.integer({ min: 0, max: 4102444800000 })
const digits = fc.stringMatching(/^[0-9]{1,19}$/)
const eventType = fc.constantFrom(...EVENT_TYPE_NAMES)
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => value + 0)
const properties: fc.Arbitrary<Properties> = fc.record(
  {
    on: fc.boolean(),
    dim: number(0, 100),
    power: number(0, 5000),
    voltage: number(0, 400),
    current: number(0, 40),
    pf: number(0, 1),
    energy: number(0, 1e12),
    hours: number(0, 1e6),
    temperature: number(-40, 120),
    tilt: number(-90, 90),
    reason: fc.constantFrom(...REASONS),
    until: time,
    faults: fc.array(eventType, { maxLength: 4 }),
  },
  { requiredKeys: [] },
)
const head = fc.constantFrom(0 as const, 1 as const, 2 as const)
const text = fc.stringMatching(/^[a-z]{1,8}$/)
const paramName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9._-]{0,10}$/)
const scalar = fc.oneof(number(-1e6, 1e6), fc.boolean(), fc.stringMatching(/^[ -~é灯]{0,20}$/))
const paramValue: fc.Arbitrary<ParamValue> = fc.dictionary(paramName, fc.oneof(scalar, fc.array(scalar, { maxLength: 4 })), { maxKeys: 4 })
const orders: fc.Arbitrary<Pick<Command, 'cmd' | 'args'>> = fc.oneof(
  fc.record({
    cmd: fc.constant('dim' as const),
    args: fc.record({ level: number(0, 100), until: time, head }, { requiredKeys: ['level'] }),
  }),
  fc.record({ cmd: fc.constant('switch' as const), args: fc.record({ on: fc.boolean(), until: time, head }, { requiredKeys: ['on'] }) }),
  fc.record({ cmd: fc.constantFrom('release' as const, 'read' as const, 'reboot' as const), args: fc.constant({}) }),
  fc.record({ cmd: fc.constant('set' as const), args: fc.record({ family: paramName, value: paramValue }) }),
  fc.record({ cmd: fc.constant('get' as const), args: fc.record({ family: paramName }) }),
  fc.record({ cmd: fc.constantFrom('interval', 'lockDoor2'), args: fc.dictionary(text, fc.jsonValue()) }),
)
const entry: fc.Arbitrary<Entry> = fc.record(
  {
    trigger: fc.constantFrom('sunset', 'civilDawn', 'duskSensor', 'afterOn', '00:00', '23:59'),
    offset: number(-720, 720),
    offsets: fc.dictionary(fc.constantFrom('101', '229', '1231'), number(-90, 90)),
    level: number(0, 100),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    head: fc.constantFrom(1, 2),
    ramp: number(0, 3600),
    lux: number(0, 1000),
    window: fc.tuple(number(-720, 0), number(0, 720)),
  },
  { requiredKeys: ['trigger', 'level'] },
)
const entries = fc.array(entry, { maxLength: 3 })
const program: fc.Arbitrary<CalendarProgram> = fc.record(
  {
    zone: fc.constantFrom('UTC', 'Asia/Shanghai', 'America/Argentina/Ushuaia', 'Etc/GMT+5'),
    entries,
    specials: fc.array(
      fc.record(
        {
          name: fc.constantFrom('', '国庆'),
          range: fc.constantFrom('12-24..01-02', '2026-10-01..2026-10-07'),
          days: fc.subarray(['2026-02-16', '2027-02-05']),
          priority: fc.integer({ min: -5, max: 5 }),
          entries,
        },
        { requiredKeys: ['priority', 'entries'] },
      ),
      { maxLength: 2 },
    ),
    polar: fc.constantFrom('skip', 'holdOn', 'holdOff'),
    minBurn: number(0, 60),
  },
  { requiredKeys: ['zone', 'entries'] },
)
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 5 })
const optional = { requiredKeys: ['id', 'sn', 'ok', 'code', 'at'] as ('id' | 'sn' | 'ok' | 'code' | 'at')[] }

const valid: { [K in MessageKind]: fc.Arbitrary<Messages[K]> } = {
  hello: fc.record({
    sn,
    type: fc.constant('gateway'),
    version: fc.constantFrom('1.0', '2.4.1-rc 1'),
    children: fc.array(
      fc.record(
        { sn, type: fc.constant('controller'), params: fc.dictionary(paramName, text, { maxKeys: 3 }) },
        { requiredKeys: ['sn', 'type'] },
      ),
      { maxLength: 5 },
    ),
    calendars: fc.dictionary(text, text),
  }),
  report: some(fc.record({ sn, at: time, p: properties })),
  ack: some(
    fc.record(
      {
        id: digits,
        sn,
        ok: fc.boolean(),
        code: fc.constantFrom(...ACK_CODES),
        at: time,
        p: properties,
        params: fc.dictionary(paramName, paramValue, { maxKeys: 3 }),
      },
      optional,
    ),
  ),
  event: some(fc.record({ sn, at: time, type: eventType, on: fc.boolean(), p: properties }, { requiredKeys: ['sn', 'at', 'type', 'on'] })),
  command: fc
    .record({ order: orders, id: digits, sns: some(sn), expiresAt: time })
    .map(({ order, ...rest }) => ({ ...rest, ...order }) as Command),
  calendar: fc.record({ id: digits, hash: fc.stringMatching(/^[0-9a-f]{16}$/), program }),
  firmware: fc.record({
    id: digits,
    url: fc.constant('https://files.example/a.bin'),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
    size: fc.integer({ min: 1, max: 1e9 }),
  }),
}

/** Every position inside a JSON value, as its container and key. */
const places = (value: unknown): [Record<string, unknown>, string][] =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).flatMap((key) => {
        const holder = value as Record<string, unknown>
        return [[holder, key] as [Record<string, unknown>, string], ...places(holder[key])]
      })
    : []

const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(-1, 0, 3, 0.5, 101, 1e300, '', 'a/b', 'dim', 'read', 'x'.repeat(70), '\u0000', null, [], {}, true, [null]),
)

/** A valid message in which a few values are replaced, removed or added: some still fit, most do not. */
const spoilt = (kind: MessageKind): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      valid[kind] as fc.Arbitrary<unknown>,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('set', 'drop', 'add'), hostile), { maxLength: 3 }),
    )
    .map(([message, changes]) => {
      const root = { root: structuredClone(message) }
      for (const [pick, how, value] of changes) {
        const all = places(root)
        const place = all[pick % all.length]
        if (!place) continue
        const [holder, key] = place
        if (how === 'set' || key === 'root') holder[key] = structuredClone(value)
        else if (how === 'drop' && !Array.isArray(holder)) delete holder[key]
        else if (!Array.isArray(holder)) holder[`${key}x`] = structuredClone(value)
      }
      return JSON.parse(JSON.stringify(root.root)) as unknown
    })

/** The keys in the path of a reason: `[3].p.dim …` gives 3, p, dim. */
const keysOf = (reason: string): string[] => {
  const path = reason.slice(0, reason.search(/ (must|is missing|is not known)/))
  return [...path.matchAll(/"(?:[^"\\]|\\.)*"|\w+/g)].map(([key]) => (key.startsWith('"') ? (JSON.parse(key) as string) : key))
}
/** The keys in a JSON pointer of ajv. */
const keysOfPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

describe.each(KINDS)('%s', (kind) => {
  const judge = judges[kind]!

  test('every typed message is accepted, and is encoded and decoded unchanged', () => {
    fc.assert(
      fc.property(valid[kind] as fc.Arbitrary<Messages[typeof kind]>, (message) => {
        const wire = encode(kind, message)
        expect(decode(kind, wire)).toEqual({ ok: true, message: JSON.parse(wire) as unknown })
        expect(decode(kind, new TextEncoder().encode(wire)).ok).toBe(true)
        expect(judge(JSON.parse(wire))).toBe(true)
      }),
    )
  })

  test('the compiled check agrees with the JSON Schema, and the reason names a field that the schema refuses', () => {
    let refused = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 5, arbitrary: spoilt(kind) }, { weight: 1, arbitrary: fc.jsonValue() }), (value) => {
        const reason = check(kind, value)
        const fits = judge(value)
        expect(reason === undefined, `${reason} / ${ajv.errorsText(judge.errors)}`).toBe(fits)
        if (reason === undefined || reason.startsWith('message')) return
        refused++
        const blamed = (judge.errors ?? []).map(({ instancePath, params }) => {
          const key = params.missingProperty ?? params.additionalProperty
          return [...keysOfPointer(instancePath), ...(key === undefined ? [] : [String(key)])]
        })
        expect(blamed).toContainEqual(keysOf(reason))
      }),
      { numRuns: 600 },
    )
    expect(refused).toBeGreaterThan(50)
  })
})

test('reasons name the field', () => {
  const report = { sn: 'LC1', at: 1, p: { dim: 30 } }
  expect(check('report', [report, { ...report, p: { dim: 130 } }])).toBe('[1].p.dim must be between 0 and 100')
  expect(check('report', [{ ...report, at: '1' }])).toBe('[0].at must be an integer')
  expect(check('report', {})).toBe('message must be an array')
  expect(check('command', { id: '1', cmd: 'dim', args: {}, sns: ['LC1'], expiresAt: 1 })).toBe('args.level is missing')
  expect(check('command', { id: '1', cmd: 'Lock it', args: {}, sns: ['LC1'], expiresAt: 1 })).toMatch(/^cmd must match/)
})

test('limits are enforced: a thousand lamps, 256 KiB, UTF-8, JSON', () => {
  const command = {
    id: '1',
    cmd: 'read' as const,
    args: {},
    expiresAt: 1,
    sns: Array.from({ length: LIMITS.snsPerCommand }, (_, n) => `L${n}`),
  }
  expect(check('command', command)).toBeUndefined()
  expect(check('command', { ...command, sns: [...command.sns, 'L1000'] })).toBe('sns must have between 1 and 1000 entries')
  expect(decode('report', ' '.repeat(LIMITS.payloadBytes + 1))).toEqual({ ok: false, reason: 'message is larger than 262144 bytes' })
  expect(decode('report', Uint8Array.of(0xff, 0xfe))).toEqual({ ok: false, reason: 'message is not JSON in UTF-8' })
  expect(decode('report', '[{')).toEqual({ ok: false, reason: 'message is not JSON in UTF-8' })
})

test('an invalid entry is dropped without the rest of its message', () => {
  const good = { sn: 'LC1', at: 1, p: { dim: 30 } }
  const bad = { ...good, p: { dim: 130 } }
  expect(decodeUp('report', JSON.stringify([good, bad, good, 7]))).toEqual({
    ok: true,
    message: [good, good],
    dropped: [
      { index: 1, reason: '[1].p.dim must be between 0 and 100', entry: bad, valuesOnly: true },
      { index: 3, reason: '[3] must be an object', entry: 7, valuesOnly: false },
    ],
  })
  // The value breaks the schema of a lamp controller. A device of another type may report it.
  expect(decodeUp('report', JSON.stringify([bad]))).toMatchObject({ ok: true, message: [], dropped: [{ entry: bad, valuesOnly: true }] })
  expect(decodeUp('report', JSON.stringify([{ ...bad, at: '1' }]))).toEqual({ ok: false, reason: '[0].at must be an integer' })
  const hello = { sn: 'GW1', type: 'gateway', version: '1', calendars: {} }
  const child = { sn: 'LC1', type: 'controller' }
  expect(decodeUp('hello', JSON.stringify({ ...hello, children: [{ sn: 'L 2', type: 'controller' }, child] }))).toMatchObject({
    ok: true,
    message: { ...hello, children: [child] },
    dropped: [{ index: 0, reason: expect.stringContaining('children[0].sn must match') }],
  })
  expect(decodeUp('hello', JSON.stringify({ ...hello, version: 7, children: [child] })).ok).toBe(false)
  for (const whole of ['{}', '[', 'null', JSON.stringify(Array.from({ length: LIMITS.entriesPerMessage + 1 }, () => good))])
    expect(decodeUp('report', whole), whole.slice(0, 20)).toEqual(decode('report', whole))
})

test('a command of any name may have any arguments up to their number; those of the protocol are checked', () => {
  const command = (cmd: string, args: object) => check('command', { id: '1', cmd, args, sns: ['D1'], expiresAt: 1 })
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]))
  expect(command('lock', { door: [{ any: null }] })).toBeUndefined()
  expect(command('lock', many(LIMITS.argsPerCommand))).toBeUndefined()
  expect(command('lock', many(LIMITS.argsPerCommand + 1))).toBe('args must have at most 128 keys')
  expect(command('set', { family: 'timeOffset' })).toBe('args.value is missing')
  expect(command('set', { family: 'timeOffset', value: { sunset: -15, rules: ['a', 2, true] } })).toBeUndefined()
  expect(command('set', { family: 'timeOffset', value: { sunset: {} } })).toBe('args.value.sunset must have one of the allowed forms')
  expect(command('get', { family: 'time offset' })).toMatch(/^args.family must match/)
})

test('parameters in an answer are limited: families, values, entries, lengths and characters', () => {
  const ack = (params: object) => check('ack', [{ id: '1', sn: 'D1', ok: true, code: 'ok', at: 1, params }])
  const keys = (count: number, value: unknown) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]))
  const entries = (count: number) => Array.from({ length: count }, () => 1)
  expect(ack(keys(LIMITS.paramFamilies, {}))).toBeUndefined()
  expect(ack(keys(LIMITS.paramFamilies + 1, {}))).toBe('[0].params must have at most 32 keys')
  expect(ack({ f: keys(LIMITS.paramValues + 1, 1) })).toBe('[0].params.f must have at most 64 keys')
  expect(ack({ f: { list: entries(LIMITS.paramEntries), text: 'x'.repeat(255) } })).toBeUndefined()
  for (const value of [entries(LIMITS.paramEntries + 1), [[1]], 'x'.repeat(256), 'a\u0000', null])
    expect(ack({ f: { value } })).toBe('[0].params.f.value must have one of the allowed forms')
  expect(ack({ f: { 'a\u0000': 1 } })).toMatch(/^\[0\].params.f must have keys that match/)
})
