import { Ajv, type ValidateFunction } from 'ajv'

type Schema = Record<string, unknown>

const ajv = new Ajv({ coerceTypes: true, strict: false, logger: false })
const compiled = new Map<string, ValidateFunction>()
/** True if the schema accepts the value. */
export const fits = ({ description: _words, ...schema }: Schema, value: unknown): boolean => {
  const key = JSON.stringify(schema)
  const check = compiled.get(key) ?? ajv.compile({ type: 'object', properties: { value: schema } })
  compiled.set(key, check)
  return check({ value: structuredClone(value) })
}

const TEXTS = ['x', '-', '1x', '1.5', '-7', '1e3', '99', '424242', '9999999999', '99999999999999999999', '2026-13-45 00:00:00', 'a\u0000b']
const LONG = '长'.repeat(5001)
/** In an address, each Chinese character takes nine bytes. */
const LONG_QUERY = 'x'.repeat(5001)
const QUERY: readonly unknown[] = [...TEXTS, LONG_QUERY, ['1', '1'], ['x', 'y']]
const BODY: readonly unknown[] = [...TEXTS, LONG, -7, 1.5, 424242, 1e12, { nested: ['x'] }, ['x'], [{ toString: 1 }], [['1']]]

/** The types that a schema names anywhere, also as values of an enumeration. */
const typesIn = (schema: unknown): Set<string> => {
  if (Array.isArray(schema)) return new Set(schema.flatMap((one) => [...typesIn(one)]))
  if (typeof schema !== 'object' || schema === null) return new Set()
  const { type, enum: values, const: only, anyOf, oneOf, allOf } = schema as Schema
  const listed = [...(Array.isArray(values) ? values : []), ...(only === undefined ? [] : [only])].map((value) =>
    value === null ? 'null' : typeof value,
  )
  return new Set([...[type ?? []].flat().map(String), ...listed, ...[anyOf, oneOf, allOf].flatMap((part) => [...typesIn(part)])])
}
/** Values of a body that a conversion would take for something else: true for 1 or a text, a blank or `0x10` for a number. */
const misread = (schema: Schema): unknown[] => {
  const types = typesIn(schema)
  if (types.size === 0) return []
  // A flag is declared as 0 or 1; true and false say the same.
  if ([schema, ...((schema.anyOf as Schema[] | undefined) ?? [])].some((part) => String(part.enum) === '0,1')) return []
  const isNumber = types.has('number') || types.has('integer')
  return [...(types.has('boolean') ? [] : [true, false]), ...(isNumber && !types.has('string') ? [' ', '0x10', 'Infinity'] : [])]
}

/** Parameters named like ids that are texts: tenant numbers, names given by providers, and ids of slices that do not exist yet. */
const NO_IDS = new Set(['tenantId', 'clientId', 'workStrategyId', 'appId', 'templateId', 'regionId', 'resourceIds', 'logId', 'serviceId'])
const named = /(^id|^ids|Id|Ids)$/
/**
 * Returns values that the parameter must refuse: those that its schema rejects, and malformed ids if it is named like an id. `isText`: the resource declares
 * the field as a text, as it does for ids that other systems give.
 */
export const wrongFor = (where: 'query' | 'body', name: string, schema: Schema, isText = false): unknown[] => {
  const wrong = (where === 'query' ? QUERY : BODY).filter((value) => !fits(schema, value))
  wrong.push('a\u0000b')
  if (where === 'body') wrong.push(...misread(schema))
  const ids = named.test(name) && !isText && !NO_IDS.has(name) ? ['x', '1x', '99999999999999999999'] : []
  return [...new Set([...wrong, ...ids])]
}
