import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Operation } from './examples.ts'
import type { Answered, RouteRow } from './router.ts'

type Json = Record<string, unknown>
interface Answer {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation & { readonly responses: Readonly<Record<string, Answer>> }>>>>
  readonly components: { readonly schemas: Json; readonly responses: Readonly<Record<string, Answer>> }
}

/** Returns the operation of a route in the OpenAPI document. */
export const operationOf = ({ paths }: ApiDocument, { path, method }: RouteRow['route']) =>
  paths[path]?.[method.toLowerCase()] ?? { responses: {} }

const OPEN = '$open'
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the schema with unknown keys refused, so that a key without a schema in an answer is found. Parts of `allOf` stay open, because each
 * part contains only some of the keys; the schema around them is closed instead.
 */
const closed = (schema: unknown, open = false): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => closed(part))
  if (!isObject(schema)) return schema
  const made: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$ref') made.$ref = `${String(value).replace('#/components/schemas/', 'api#/$defs/')}${open ? OPEN : ''}`
    else if (key === 'allOf') made.allOf = (value as unknown[]).map((part) => closed(part, true))
    else if (key === 'properties')
      made.properties = Object.fromEntries(Object.entries(value as Json).map(([name, part]) => [name, closed(part)]))
    else made[key] = key === 'enum' || key === 'const' || key === 'examples' ? value : closed(value)
  }
  const describes = 'properties' in schema || 'allOf' in schema
  return describes && !open && !('additionalProperties' in schema) ? { ...made, unevaluatedProperties: false } : made
}

/** Returns a function that checks answers against the OpenAPI document. */
export const createAnswerCheck = (document: ApiDocument) => {
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: false })
  const $defs: Json = {}
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    $defs[name] = closed(schema)
    $defs[name + OPEN] = closed(schema, true)
  }
  ajv.addSchema({ $id: 'api', $defs })
  const compiled = new Map<string, ValidateFunction>()
  const resolve = (answer: Answer | undefined): Answer | undefined =>
    answer?.$ref ? document.components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer
  /** Returns the faults of one answer; empty if it matches the document. */
  return (
    { name, route }: Pick<RouteRow, 'name' | 'route'>,
    { status, type, text }: Pick<Answered, 'status' | 'type' | 'text'>,
  ): string[] => {
    const answer = resolve(operationOf(document, route).responses[status])
    if (!answer) return [`${name}: ${status} is not described: ${text.slice(0, 200)}`]
    const media = type.split(';')[0] as string
    const described = answer.content?.[media] ?? answer.content?.['*/*']
    if (!described)
      return answer.content || text
        ? [`${name}: ${status} comes as ${media || 'nothing'}, not as ${Object.keys(answer.content ?? {})}`]
        : []
    if (media !== 'application/json') return []
    const key = JSON.stringify(described.schema)
    const check = compiled.get(key) ?? ajv.compile(closed(described.schema) as Json)
    compiled.set(key, check)
    if (check(JSON.parse(text))) return []
    const [fault] = check.errors ?? []
    return [`${name}: ${status}: ${fault?.instancePath} ${fault?.message} ${JSON.stringify(fault?.params)}`]
  }
}
