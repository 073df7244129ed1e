import { f } from '@lamplight/fields/model'
import type { Field, FieldOptions, Text } from '@lamplight/kit'
import { fieldName, labelOf, ScaffoldError, shown } from './scaffold-names.ts'
import type { Literal } from './scaffold-print.ts'

/** A column as described by PostgreSQL. */
export interface SourceColumn {
  readonly name: string
  /** Type as printed by `format_type`: `character varying(64)`; short names (`varchar(64)`, `int`) are accepted too. */
  readonly type: string
  readonly nullable: boolean
  readonly hasDefault: boolean
  /** True if it is the only column of a unique index. */
  readonly unique: boolean
  readonly comment: string
}
export interface SourceTable {
  readonly name: string
  readonly comment: string
  readonly columns: readonly SourceColumn[]
}

type Kind = 'text' | 'int' | 'number' | 'flag' | 'time'
interface Mapped {
  readonly kind: Kind
  readonly options: Readonly<Record<string, Literal>>
  readonly note?: Text
}
/** A field to be generated. */
export interface PlannedField {
  readonly name: string
  readonly kind: Kind
  readonly options: Readonly<Record<string, Literal>>
}

const LONG_TEXT = 4000
const JSON_TEXT = 10_000
/** Longer texts get a multi-line input. */
const ONE_LINE = 200
/** Number of decimal digits that a double can hold exactly. */
const EXACT_DIGITS = 15
/** Limit of `toFixed`; PostgreSQL allows a thousand. */
const MOST_DECIMALS = 100
const LISTED = 6
/** Columns that every resource has: left out, or generated under another name. */
const BASE_COLUMNS = new Set(['tenant_id', 'create_user', 'create_dept', 'create_time', 'update_user', 'update_time', 'is_deleted'])

const text = (max: number, more: Readonly<Record<string, Literal>> = {}): Mapped => ({
  kind: 'text',
  options: { max, ...(max > ONE_LINE ? { multiline: true } : {}), ...more },
})
const decimal = (precision: number | undefined, scale: number): Mapped => {
  if (precision === undefined) return { kind: 'number', options: {} }
  const most = Number(`1e${precision - scale}`) - Number(`1e${-scale}`)
  const decimals = Math.min(Math.max(scale, 0), MOST_DECIMALS)
  const max = Number(most.toFixed(decimals))
  return precision <= EXACT_DIGITS
    ? { kind: 'number', options: { decimals, min: -max, max } }
    : {
        kind: 'number',
        options: { decimals },
        note: [`numeric(${precision},${scale}) 保存为双精度，约15位有效数字`, `numeric(${precision},${scale}) is kept with some 15 digits`],
      }
}
const DIGITS: Literal = { pattern: '-?\\d{1,19}', text: ['应为整数', 'must be a whole number'] }
const UUID_SAMPLE = '00000000-0000-4000-8000-000000000001'
const UUID: Literal = { pattern: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}', text: ['应为 UUID', 'must be a UUID'] }
const FORM = /^([a-z_ ]+?)\s*(?:\(\s*(\d+)\s*(?:,\s*(-?\d+)\s*)?\))?\s*((?:with|without) time zone)?$/

/** Returns the field type of a column type; null if no form can edit it. */
const mapType = (type: string): Mapped | null => {
  const [, name = '', first, second, zone = ''] = FORM.exec(type.trim().toLowerCase()) ?? []
  const size = first === undefined ? undefined : Number(first)
  switch (name) {
    case 'text':
    case 'citext':
      return text(LONG_TEXT)
    case 'varchar':
    case 'character varying':
      return text(size ?? LONG_TEXT)
    case 'char':
    case 'character':
    case 'bpchar':
      return text(size ?? 1)
    case 'uuid':
      return text(36, { match: UUID, example: UUID_SAMPLE })
    case 'smallint':
    case 'int2':
      return { kind: 'int', options: { min: -32_768, max: 32_767 } }
    case 'int':
    case 'int4':
    case 'integer':
      return { kind: 'int', options: {} }
    case 'bigint':
    case 'int8':
      return {
        ...text(20, { match: DIGITS, example: '7' }),
        note: ['bigint 以数字字符串保存，64位全部精确', 'a bigint is kept as its digits: all 64 bits are exact'],
      }
    case 'numeric':
    case 'decimal':
      return decimal(size, Number(second ?? 0))
    case 'real':
    case 'float4':
    case 'float8':
    case 'double precision':
      return { kind: 'number', options: {} }
    case 'bool':
    case 'boolean':
      return { kind: 'flag', options: {} }
    case 'timestamptz':
      return { kind: 'time', options: {} }
    case 'timestamp':
      return zone === 'with time zone'
        ? { kind: 'time', options: {} }
        : { kind: 'time', options: {}, note: ['按租户时区解释', 'is read in the time zone of the tenant'] }
    case 'date':
      return { kind: 'time', options: {}, note: ['日期以当天零点保存', 'a date is kept as its midnight'] }
    case 'json':
    case 'jsonb':
      return { ...text(JSON_TEXT), note: ['JSON 以文本保存', 'JSON is kept as text'] }
    case 'bytea':
      return null
    default:
      return { ...text(LONG_TEXT), note: [`类型 ${shown(type)} 以文本保存`, `the type ${shown(type)} is kept as text`] }
  }
}

/** Returns the fields of a table and notes for the user. `base`: leaves out columns that every row has anyway. */
export const planFields = (table: SourceTable, key: string, base: boolean): { fields: PlannedField[]; notes: Text[] } => {
  if (!table.columns.some(({ name }) => name === key))
    throw new ScaffoldError('pkName', [`数据表没有主键列“${shown(key)}”`, `the table has no column "${shown(key)}" for its key`])
  const fields: PlannedField[] = []
  const notes: Text[] = []
  const note = (column: SourceColumn, [zh, en]: Text): void => void notes.push([`${column.name}：${zh}`, `${column.name}: ${en}`])
  let found = 0
  for (const column of table.columns) {
    if (column.name === key || (base && BASE_COLUMNS.has(column.name))) continue
    const name = fieldName(column.name)
    const mapped = mapType(column.type)
    if (!mapped) {
      note(column, [`类型 ${shown(column.type)} 未生成`, `the type ${shown(column.type)} is left out`])
      continue
    }
    if (fields.some((field) => field.name === name))
      throw new ScaffoldError('tableName', [`两列的名称都成为 ${name}`, `two columns would both be called ${name}`])
    if (mapped.note) note(column, mapped.note)
    const short = mapped.options.multiline !== true
    const listed = short && fields.filter(({ options }) => options.list).length < LISTED
    const wanted = mapped.kind === 'text' ? short && !mapped.options.match && found < 3 : mapped.kind === 'flag'
    if (wanted && mapped.kind === 'text') found += 1
    const options: Record<string, Literal> = {
      label: labelOf(column.name, column.comment),
      ...(column.nullable || column.hasDefault ? {} : { required: true }),
      ...(column.unique ? { unique: true } : {}),
      ...mapped.options,
      ...(listed ? { list: true } : {}),
      ...(mapped.kind === 'time' && listed ? { search: 'range' } : listed && wanted ? { search: true } : {}),
    }
    fields.push({ name, kind: mapped.kind, options })
  }
  if (fields.length === 0) throw new ScaffoldError('tableName', ['数据表没有可生成的列', 'the table has no column to make a field of'])
  return { fields, notes }
}

const MAKERS = f as unknown as Readonly<Record<Kind, (options: FieldOptions) => Field>>
/** Returns the field as an object, as its declaration would create it. */
export const fieldOf = ({ kind, options }: PlannedField): Field => MAKERS[kind](options as unknown as FieldOptions)
