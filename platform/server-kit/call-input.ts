import { isId, modelOf } from '@lamplight/fields/model'
import { type Fields, isDay, meets, pick } from '@lamplight/kit'
import { errors } from './refuse.ts'
import { parseTime } from './times.ts'
import { type Language, readValue } from './wire.ts'

type Values = Record<string, unknown>

/** Returns ids given as an array or comma-separated text. Throws an error that names `field` if there is none or one is not an id. */
export const idsIn = (value: unknown, field = 'ids'): string[] => {
  if (value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value))
    throw errors.badParameter({ field }, field)
  const parts: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',')
  if (parts.some((part) => typeof part === 'object' && part !== null)) throw errors.badParameter({ field }, field)
  const ids = parts.map((part) => String(part).trim()).filter(Boolean)
  if (ids.length === 0) throw errors.missingParameter({ field }, field)
  if (!ids.every(isId) || ids.length > 100_000) throw errors.badParameter({ field }, field)
  return [...new Set(ids)]
}
/** One id. Throws an error that names the parameter if it is missing or no id. */
export const idIn = (value: unknown): string => {
  if (value === undefined || value === '') throw errors.missingParameter({ field: 'id' }, 'id')
  if (!isId(value)) throw errors.badParameter({ field: 'id' }, 'id')
  return value
}
/**
 * Reads a time from a parameter: `yyyy-MM-dd`, with or without a time of day, in the zone, or a text with its own offset. Returns ISO text; undefined if the
 * parameter is missing or empty. `endOfDay`: a day alone means its last millisecond. Throws an error that names the field if the text is no time.
 */
export const timeIn = (value: unknown, field: string, zone: string, endOfDay = false): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const wanted = endOfDay && typeof value === 'string' && isDay(value) ? `${value} 23:59:59.999` : value
  const time = typeof wanted === 'string' ? parseTime(wanted, zone) : undefined
  if (time === undefined) throw errors.badParameter({ field }, field)
  return time
}
/** Earliest day of a range. A comparison also reads earlier days, and their year must have four digits too. */
const FIRST_DAY = '1000-01-01'
/** Reads a day from a parameter, which may have a time of day: consoles of the reference product send one. Undefined if it is missing or empty. Throws like `timeIn`. */
export const dayIn = (value: unknown, field: string): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const text = typeof value === 'string' ? value.trim() : '?'
  if (text === '') return undefined
  if (!isDay(text.slice(0, 10)) || text < FIRST_DAY || !DAY_TIME.test(text.slice(10))) throw errors.badParameter({ field }, field)
  return text.slice(0, 10)
}
const DAY_TIME = /^( ([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/

export const bodyOf = (body: unknown): Values => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.unreadable()
  return body as Values
}

/**
 * Reads the values of `fields` from a body. A required field that the body does not contain gets its `assumed` value, if it declares one.
 * A time without a zone is one in the tenant's; it is returned as ISO text. Throws an error that names the field if a value is missing or wrong.
 */
export const inputIn = (fields: Fields, body: Values, { lang, zone }: Language): Values => {
  const input = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const value = readValue(field, [body[key]], zone)
      const { required, assumed } = field.options
      return [key, value === null && required && assumed !== undefined ? assumed : value]
    }),
  ) as Values
  for (const [key, field] of Object.entries(fields)) {
    const value = input[key]
    const { required, emptyWhen } = field.options
    const wrong =
      value === undefined
        ? (['格式不正确', 'has the wrong format'] as const)
        : value === null
          ? required && !(emptyWhen && meets(emptyWhen, input))
            ? (['不能为空', 'is required'] as const)
            : null
          : modelOf(field).check(value, field.options)
    if (wrong) throw errors.field({ field: key, message: pick(wrong, lang) }, key)
  }
  return input
}
