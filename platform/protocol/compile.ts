import type { Schema } from './schema.ts'

/** Returns undefined if the value is valid, else what is wrong and where: `[3].p.dim must be at most 100`. */
export type Check = (value: unknown) => string | undefined

/** A fault of a value: its path, built from the inside out, and the text that follows it. */
interface Fault {
  path: string
  words: string
}
type Step = (value: unknown) => Fault | undefined

const fault = (words: string): Fault => ({ path: '', words })
const within = (part: string, inner: Fault): Fault => ({ path: part + inner.path, words: inner.words })
const property = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 64))}]`)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const typeStep = (type: NonNullable<Schema['type']>): Step => {
  const wrong = fault(`must be ${type === 'object' || type === 'array' || type === 'integer' ? 'an' : 'a'} ${type}`)
  switch (type) {
    case 'object':
      return (value) => (isObject(value) ? undefined : wrong)
    case 'array':
      return (value) => (Array.isArray(value) ? undefined : wrong)
    case 'integer':
      return (value) => (Number.isInteger(value) ? undefined : wrong)
    case 'number':
      return (value) => (Number.isFinite(value) ? undefined : wrong)
    default:
      return (value) => (typeof value === type ? undefined : wrong)
  }
}

const valueSteps = (schema: Schema): Step[] => {
  const steps: Step[] = []
  const { const: only, enum: list, pattern, minimum, maximum } = schema
  if (only !== undefined) {
    const wrong = fault(`must be ${only}`)
    steps.push((value) => (value === only ? undefined : wrong))
  }
  if (list) {
    const allowed: ReadonlySet<unknown> = new Set(list)
    const wrong = fault(`must be one of ${list.join(', ')}`)
    steps.push((value) => (allowed.has(value) ? undefined : wrong))
  }
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u')
    const wrong = fault(`must match ${pattern}`)
    steps.push((value) => (typeof value !== 'string' || expression.test(value) ? undefined : wrong))
  }
  if (minimum !== undefined || maximum !== undefined) {
    const low = minimum ?? Number.NEGATIVE_INFINITY
    const high = maximum ?? Number.POSITIVE_INFINITY
    const wrong = fault(`must be between ${low} and ${high}`)
    steps.push((value) => (typeof value !== 'number' || (value >= low && value <= high) ? undefined : wrong))
  }
  return steps
}

const arrayStep = ({ items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema): Step => {
  const each = items && step(items)
  const wrong = fault(`must have between ${minItems} and ${maxItems} entries`)
  return (value) => {
    if (!Array.isArray(value)) return undefined
    if (value.length < minItems || value.length > maxItems) return wrong
    if (each)
      for (let at = 0; at < value.length; at++) {
        const found = each(value[at])
        if (found) return within(`[${at}]`, found)
      }
    return undefined
  }
}

const objectStep = ({ required = [], properties = {}, additionalProperties, maxProperties, propertyNames }: Schema): Step => {
  const known = Object.entries(properties).map(([key, schema]) => ({ key, must: required.includes(key), inner: step(schema) }))
  const missing = required.filter((key) => !Object.hasOwn(properties, key))
  const rest = typeof additionalProperties === 'object' ? step(additionalProperties) : undefined
  const isClosed = additionalProperties === false
  const absent = fault('is missing')
  const unknown = fault('is not known')
  const keyStep = propertyNames && step(propertyNames)
  const wrongKey = fault(`must have keys that match ${propertyNames?.pattern}`)
  return (value) => {
    if (!isObject(value)) return undefined
    for (const { key, must, inner } of known) {
      const here = Object.hasOwn(value, key) ? value[key] : undefined
      const found = here === undefined ? (must ? absent : undefined) : inner(here)
      if (found) return within(property(key), found)
    }
    for (const key of missing) if (!Object.hasOwn(value, key)) return within(property(key), absent)
    if (maxProperties === undefined && !rest && !keyStep && !isClosed) return undefined
    const keys = Object.keys(value)
    if (maxProperties !== undefined && keys.length > maxProperties) return fault(`must have at most ${maxProperties} keys`)
    if (keyStep && keys.some((key) => keyStep(key))) return wrongKey
    const strange = isClosed && keys.find((key) => !Object.hasOwn(properties, key))
    if (typeof strange === 'string') return within(property(strange), unknown)
    if (rest)
      for (const key of keys) {
        const found = Object.hasOwn(properties, key) ? undefined : rest(value[key])
        if (found) return within(property(key), found)
      }
    return undefined
  }
}

const anyStep = (forms: readonly Schema[]): Step => {
  const each = forms.map(step)
  const wrong = fault('must have one of the allowed forms')
  return (value) => (each.some((form) => form(value) === undefined) ? undefined : wrong)
}

const step = (schema: Schema): Step => {
  const steps = [...(schema.type ? [typeStep(schema.type)] : []), ...valueSteps(schema)]
  if (schema.items || schema.minItems !== undefined || schema.maxItems !== undefined) steps.push(arrayStep(schema))
  if (schema.properties || schema.required || schema.additionalProperties || schema.propertyNames || schema.maxProperties !== undefined)
    steps.push(objectStep(schema))
  if (schema.anyOf) steps.push(anyStep(schema.anyOf))
  for (const branch of schema.allOf ?? []) {
    const condition = step(branch.if)
    const consequence = step(branch.then)
    steps.push((value) => (condition(value) ? undefined : consequence(value)))
  }
  const [first] = steps
  if (steps.length === 1 && first) return first
  return (value) => {
    for (const one of steps) {
      const found = one(value)
      if (found) return found
    }
    return undefined
  }
}

/** Compiles a schema into a check function; checking a valid message allocates nothing. */
export const compile = (schema: Schema): Check => {
  const root = step(schema)
  return (value) => {
    const found = root(value)
    return found && `${found.path.replace(/^\./, '') || 'message'} ${found.words}`
  }
}
