import type { DeviceProperty, DeviceTypeDefinition, Field } from '@lamplight/kit'
import type { Schema } from './schema.ts'
import { TEXT } from './schemas.ts'

/** Entries of a list of texts, and of one with a vocabulary. */
const LIST_AT_MOST = 64
const WORDS_AT_MOST = 32

/** Epoch milliseconds up to the year 9999. */
const TIME: Schema = { type: 'integer', minimum: 0, maximum: 253402300799999 }

const bounded = ({ min, max }: { readonly min?: number; readonly max?: number }): Schema => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
})

/** Schema of one reported value. */
export const propertySchema = (property: DeviceProperty): Schema => {
  const { type = 'number', values, words } = property
  const text: Schema = words ? { type: 'string', enum: Object.keys(words) } : TEXT
  switch (type) {
    case 'boolean':
      return { type }
    case 'time':
      return TIME
    case 'text':
      return text
    case 'list':
      return { type: 'array', items: text, maxItems: words ? WORDS_AT_MOST : LIST_AT_MOST }
    default:
      return values ? { type, enum: Object.keys(values).map(Number) } : { type, ...bounded(property) }
  }
}

/** Schema of a command argument, from its input field. Times are epoch milliseconds. */
const argumentSchema = ({ kind, options }: Field): Schema => {
  const limits = options as { readonly min?: number; readonly max?: number; readonly values?: object }
  switch (kind) {
    case 'int':
      return { type: 'integer', ...bounded(limits) }
    case 'number':
      return { type: 'number', ...bounded(limits) }
    case 'flag':
      return { type: 'boolean' }
    case 'time':
      return TIME
    case 'choice':
      return { type: 'integer', enum: Object.keys(limits.values ?? {}).map(Number) }
    default:
      return TEXT
  }
}

const record = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  required,
  properties,
})

/**
 * Derives from a device type the schemas of its messages: `p` in reports, acks and events, and `args` of each
 * command. Unknown keys are allowed and ignored.
 */
export const schemaOf = (type: DeviceTypeDefinition): { readonly p: Schema; readonly args: Readonly<Record<string, Schema>> } => {
  const properties = Object.entries(type.properties).filter(([, { retired }]) => !retired)
  return {
    p: record(Object.fromEntries(properties.map(([name, property]) => [name, propertySchema(property)])), []),
    args: Object.fromEntries(
      Object.entries(type.commands).map(([name, { input = {} }]) => [
        name,
        record(
          Object.fromEntries(Object.entries(input).map(([key, field]) => [key, argumentSchema(field)])),
          Object.keys(input).filter((key) => input[key]?.options.required),
        ),
      ]),
    ),
  }
}
