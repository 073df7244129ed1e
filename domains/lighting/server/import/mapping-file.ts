import { ENCODING_LABELS, type Encoding, MEANINGS, type Reading } from '@lamplight/inventory'
import { T } from '@lamplight/server-kit'
import { Value } from 'typebox/value'
import { type Correction, MappingSchema, ReadingSchema } from './import-mapping.ts'

/** Corrections for reading a file, from the command line. */
export type FileMapping = Correction & Partial<Reading>

const Schema = T.Object({ ...MappingSchema.properties, ...ReadingSchema })
const KEYS = Object.keys(Schema.properties)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts a single column name to a list. */
const withLists = (mapping: Record<string, unknown>): Record<string, unknown> => {
  if (!isObject(mapping.columns)) return mapping
  const columns = Object.entries(mapping.columns).map(([meaning, names]) => [meaning, typeof names === 'string' ? [names] : names])
  return { ...mapping, columns: Object.fromEntries(columns) }
}
const strange = (mapping: readonly string[], known: readonly string[]): string | undefined => mapping.find((name) => !known.includes(name))

/** Parses a mapping file: JSON with corrections of the detected mapping. @throws Error with a sentence that names the key at fault */
export const readMappingFile = (text: string): FileMapping => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (thrown) {
    throw new Error(`The mapping file is not JSON: ${(thrown as Error).message}.`)
  }
  if (!isObject(json)) throw new Error('The mapping file must hold one JSON object, such as {"columns": {"power": "watts"}}.')
  const mapping = withLists(json)
  const key = strange(Object.keys(mapping), KEYS)
  if (key !== undefined) throw new Error(`The mapping file has an unknown key "${key}"; it may have ${KEYS.join(', ')}.`)
  const meaning = isObject(mapping.columns) ? strange(Object.keys(mapping.columns), MEANINGS) : undefined
  if (meaning !== undefined)
    throw new Error(`The mapping file gives a column to "${meaning}", which is no meaning; there are ${MEANINGS.join(', ')}.`)
  const [fault] = Value.Errors(Schema, mapping)
  if (fault)
    throw new Error(`The mapping file is wrong at ${fault.instancePath.slice(1).replaceAll('/', '.') || 'its top'}: it ${fault.message}.`)
  return mapping as FileMapping
}

const CALLED: Readonly<Record<string, Encoding>> = {
  utf8: 'utf-8',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  euckr: 'euc-kr',
  cp949: 'euc-kr',
  sjis: 'shift_jis',
  shiftjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  cp932: 'shift_jis',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  cp1252: 'windows-1252',
}
/** Returns the encoding with this name. @throws Error with a sentence */
export const readEncoding = (name: string): Encoding => {
  const plain = name.trim().toLowerCase()
  const found = CALLED[plain] ?? (plain in ENCODING_LABELS ? (plain as Encoding) : undefined)
  if (!found) throw new Error(`--encoding takes ${Object.keys(ENCODING_LABELS).join(', ')}, gbk, sjis or latin-1, not "${name}".`)
  return found
}
