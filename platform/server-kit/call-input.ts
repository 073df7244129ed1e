import { isId, modelOf } from '@lamplight/fields/model'
import { type Fields, type Lang, meets, pick } from '@lamplight/kit'
import { errors } from './refuse.ts'

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
export const bodyOf = (body: unknown): Values => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.unreadable()
  return body as Values
}

/**
 * Reads the values of `fields` from a body. A required field that the body does not contain gets its `assumed` value, if it declares one.
 * Throws an error that names the field if a value is missing or wrong.
 */
export const inputIn = (fields: Fields, body: Values, lang: Lang): Values => {
  const input = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const value = modelOf(field).fromWire([body[key]], field.options)
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
