import { calendarProgram } from './calendar-schema.ts'
import { EVENT_TYPE_NAMES } from './event-types.ts'
import { LIMITS } from './limits.ts'
import { ACK_CODES, type MessageKind, REASONS } from './messages.ts'
import type { Schema } from './schema.ts'
import { SN_PATTERN } from './topics.ts'

const TEXT_AT_MOST = 255
/** A text column cannot store NUL or an unpaired surrogate. */
export const TEXT: Schema = { type: 'string', pattern: `^[^\\u0000\\ud800-\\udfff]{0,${TEXT_AT_MOST}}$` }

const sn: Schema = { type: 'string', pattern: SN_PATTERN }
/** A device type, by its name, code or slug. */
const typeName: Schema = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' }
const digits: Schema = { type: 'string', pattern: '^[0-9]{1,20}$' }
const hash: Schema = { type: 'string', pattern: '^[A-Za-z0-9+/=_:-]{1,128}$' }
const time: Schema = { type: 'integer', minimum: 0, maximum: 253402300799999 }
const flag: Schema = { type: 'boolean' }
const eventType: Schema = { type: 'string', enum: EVENT_TYPE_NAMES }
const between = (minimum: number, maximum: number): Schema => ({ type: 'number', minimum, maximum })
const record = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  required,
  properties,
})
const entries = (items: Schema): Schema => ({ type: 'array', items, minItems: 1, maxItems: LIMITS.entriesPerMessage })

const properties = record(
  {
    on: flag,
    dim: between(0, 100),
    power: between(0, 1e6),
    voltage: between(0, 1e5),
    current: between(0, 1e5),
    pf: between(0, 1),
    energy: between(0, 1e15),
    hours: between(0, 1e7),
    temperature: between(-100, 300),
    tilt: between(-180, 180),
    reason: { type: 'string', enum: REASONS },
    until: time,
    faults: { type: 'array', items: eventType, maxItems: 32 },
    clock: time,
    version: TEXT,
    selfTest: { type: 'string', enum: ['ok', 'fault'] },
    events: { type: 'array', items: TEXT, maxItems: 64 },
    identifyUntil: time,
  },
  [],
)

/** Name of a parameter family or of a value in one. */
const paramName: Schema = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9._-]{0,63}$' }
const paramScalars: readonly Schema[] = [{ type: 'number' }, { type: 'boolean' }, TEXT]
const paramValue: Schema = {
  type: 'object',
  propertyNames: paramName,
  maxProperties: LIMITS.paramValues,
  additionalProperties: { anyOf: [...paramScalars, { type: 'array', items: { anyOf: paramScalars }, maxItems: LIMITS.paramEntries }] },
}
const byFamily = (value: Schema): Schema => ({
  type: 'object',
  propertyNames: paramName,
  maxProperties: LIMITS.paramFamilies,
  additionalProperties: value,
})

const head: Schema = { type: 'integer', enum: [0, 1, 2] }
const argsOf: Readonly<Record<string, Schema>> = {
  dim: record({ level: between(0, 100), until: time, head }, ['level']),
  switch: record({ on: flag, until: time, head }, ['on']),
  release: record({}),
  read: record({}),
  reboot: record({}),
  readClock: record({}),
  setClock: record({ time }, []),
  factoryReset: record({}),
  clearEnergy: record({}),
  clearAlarms: record({}),
  readVersion: record({}),
  selfTest: record({}),
  readEvents: record({}),
  identify: record({}),
  set: record({ family: paramName, value: paramValue }),
  get: record({ family: paramName }),
  calibrate: record({ family: paramName }),
}

const command: Schema = {
  ...record({
    id: digits,
    cmd: { type: 'string', pattern: '^[a-z][A-Za-z0-9]{0,31}$' },
    args: { type: 'object', maxProperties: LIMITS.argsPerCommand },
    sns: { type: 'array', items: sn, minItems: 1, maxItems: LIMITS.snsPerCommand },
    expiresAt: time,
  }),
  allOf: Object.entries(argsOf).map(([cmd, args]) => ({
    if: { type: 'object', properties: { cmd: { const: cmd } } },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { type: 'object', properties: { args } },
  })),
}

/** Accepts any values in `p`: `sieveOf` checks them when the type of the device is known. */
const VALUES_AT_MOST = 128
const anyValues: Schema = { type: 'object', maxProperties: VALUES_AT_MOST }

/** Returns the schema of a message with unchecked values in `p`. */
export const withAnyValues = (schema: Schema): Schema =>
  schema.items?.properties?.p ? { ...schema, items: { ...schema.items, properties: { ...schema.items.properties, p: anyValues } } } : schema

/** JSON Schema of each message; unknown keys are allowed and ignored. Number limits are physical, so that no value overflows its column. */
export const SCHEMAS: Readonly<Record<MessageKind, Schema>> = {
  hello: record(
    {
      sn,
      type: typeName,
      version: { type: 'string', pattern: '^[A-Za-z0-9 ._+-]{1,64}$' },
      children: {
        type: 'array',
        items: record({ sn, type: typeName, params: byFamily(hash) }, ['sn', 'type']),
        maxItems: LIMITS.entriesPerMessage,
      },
      calendars: { type: 'object', additionalProperties: hash, maxProperties: 1000 },
      reportSeconds: { type: 'integer', minimum: 1, maximum: 86400 },
    },
    ['sn', 'type', 'version', 'children', 'calendars'],
  ),
  report: entries(record({ sn, at: time, p: properties })),
  ack: entries(
    record({ id: digits, sn, ok: flag, code: { type: 'string', enum: ACK_CODES }, at: time, p: properties, params: byFamily(paramValue) }, [
      'id',
      'sn',
      'ok',
      'code',
      'at',
    ]),
  ),
  event: entries(record({ sn, at: time, type: eventType, on: flag, p: properties }, ['sn', 'at', 'type', 'on'])),
  command,
  calendar: record({ id: digits, hash: { type: 'string', pattern: '^[0-9a-f]{16}$' }, program: calendarProgram }),
  firmware: record({
    id: digits,
    url: { type: 'string', pattern: '^https?://[^\\s]{1,2000}$' },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    size: { type: 'integer', minimum: 1, maximum: 1e9 },
  }),
}
