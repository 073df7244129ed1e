import { isId } from '@lamplight/fields/model'
import type { Lang, Text } from '@lamplight/kit'
import { errors, fieldError, timeIn } from '@lamplight/server-kit'

type Values = Record<string, unknown>

const MOST_IDS = 100_000
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Returns the parameters of a call from the query, a JSON object, or an array of ids in the body, as existing clients send them. */
export const inputOf = (query: Values, body: unknown): Values => {
  if (body === undefined || body === null || body === '') return { ...query }
  if (Array.isArray(body)) return { ...query, controllerIds: body }
  if (typeof body !== 'object') throw errors.unreadable()
  return { ...query, ...(body as Values) }
}

/** Returns a reader of one call's parameters; it throws errors that name the field. */
export const createReader = (input: Values, options: { lang: Lang; zone: string }) => {
  const wrong = (field: string, message?: Text) =>
    message ? fieldError(field, message, options.lang) : errors.badParameter({ field }, field)

  const int = (field: string, least: number, most: number): number | null => {
    const value = input[field]
    if (isNothing(value)) return null
    const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number)) throw wrong(field)
    if (number < least || number > most) throw wrong(field, [`应在 ${least} 到 ${most} 之间`, `must be between ${least} and ${most}`])
    return number
  }
  const id = (field: string): string | null => {
    const value = input[field]
    if (isNothing(value)) return null
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    if (!isId(text)) throw wrong(field)
    return text
  }
  const ids = (field: string): string[] | null => {
    const value = input[field]
    if (isNothing(value)) return null
    if (typeof value !== 'string' && typeof value !== 'number' && !Array.isArray(value)) throw wrong(field)
    const parts = (Array.isArray(value) ? value : String(value).split(',')).map((part) => (typeof part === 'string' ? part.trim() : part))
    const found = parts
      .filter((part) => part !== '')
      .map((part) => (typeof part === 'number' && Number.isSafeInteger(part) ? String(part) : part))
    if (!found.every(isId)) throw wrong(field)
    if (found.length > MOST_IDS) throw wrong(field, [`最多 ${MOST_IDS} 个`, `has more than ${MOST_IDS}`])
    return [...new Set(found as string[])]
  }
  const text = (field: string, most: number): string | null => {
    const value = input[field]
    if (isNothing(value)) return null
    if (typeof value !== 'string' || value.length > most || value.includes('\u0000')) throw wrong(field)
    return value
  }
  const oneOf = <T extends string>(field: string, words: readonly T[]): T | null => {
    const value = input[field]
    if (isNothing(value)) return null
    const found = words.find((word) => word === value)
    if (!found) throw wrong(field)
    return found
  }
  const moment = (field: string): number | null => {
    const at = timeIn(input[field], field, options.zone)
    return at === undefined ? null : Date.parse(at)
  }
  const object = (field: string): Values | null => {
    const value = input[field]
    if (isNothing(value)) return null
    if (typeof value !== 'object' || Array.isArray(value)) throw wrong(field)
    return value as Values
  }
  return { input, int, id, ids, text, oneOf, moment, object, wrong }
}
export type Reader = ReturnType<typeof createReader>
