import { LIMITS } from './limits.ts'
import type { Schema } from './schema.ts'

const between = (minimum: number, maximum: number): Schema => ({ type: 'number', minimum, maximum })
const text = (pattern: string): Schema => ({ type: 'string', pattern })
/** An object without other keys: a device must not follow a program of which it knows only a part. */
const closed = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})

/** An offset is at most half a day, minutes. */
const minutes = between(-720, 720)
const DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}'

const entry = closed(
  {
    trigger: text('^(sunset|sunrise|civilDusk|civilDawn|duskSensor|dawnSensor|afterOn|([01][0-9]|2[0-3]):[0-5][0-9])$'),
    offset: minutes,
    offsets: { type: 'object', propertyNames: text('^1?[0-9][0-3][0-9]$'), additionalProperties: minutes, maxProperties: 366 },
    level: between(0, 100),
    weekdays: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 7 }, maxItems: 7 },
    head: { type: 'integer', minimum: 1, maximum: 2 },
    ramp: between(0, 3600),
    lux: between(0, 100_000),
    window: { type: 'array', items: minutes, minItems: 2, maxItems: 2 },
  },
  ['trigger', 'level'],
)
const entries: Schema = { type: 'array', items: entry, maxItems: LIMITS.calendarEntries }

const special = closed(
  {
    name: text('^[^\\u0000\\ud800-\\udfff]{0,64}$'),
    range: text(`^([0-9]{2}-[0-9]{2}\\.\\.[0-9]{2}-[0-9]{2}|${DATE}\\.\\.${DATE})$`),
    days: { type: 'array', items: text(`^${DATE}$`), maxItems: LIMITS.calendarDays },
    priority: { type: 'integer', minimum: -10_000, maximum: 10_000 },
    entries,
  },
  ['priority', 'entries'],
)

/** Schema of the program of a calendar (`@lamplight/calendar`), with its zone. */
export const calendarProgram: Schema = closed(
  {
    zone: text('^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'),
    entries,
    specials: { type: 'array', items: special, maxItems: LIMITS.calendarSpecials },
    polar: { type: 'string', enum: ['skip', 'holdOn', 'holdOff'] },
    minBurn: between(0, 1440),
  },
  ['zone', 'entries'],
)
