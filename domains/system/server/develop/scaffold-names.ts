import type { Text } from '@lamplight/kit'

/** Why the generator cannot run: `field` is the input at fault (`tableName`, `packageName`, …). */
export class ScaffoldError extends Error {
  readonly field: string
  readonly text: Text
  constructor(field: string, text: Text) {
    super(text[1])
    this.name = 'ScaffoldError'
    this.field = field
    this.text = text
  }
}

const WORDS = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Keywords that PostgreSQL does not accept as column names (`pg_get_keywords()`, R and T). */
export const SQL_RESERVED = WORDS(`
  all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently
  constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default
  deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner
  intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order
  outer overlaps placing primary references returning right select session_user similar some symmetric system_user table tablesample then
  to trailing true union unique user using variadic verbose when where window with`)
/** Names with a meaning in the rows, lists or places of every resource. */
const HOUSE_RESERVED = WORDS(`
  id ids tenantId createUser createTime updateUser updateTime isDeleted current size ascs descs columns filter projectId areaId
  constructor toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable`)
/** Names that cannot be variables in the generated files. */
const JS_RESERVED = WORDS(`
  await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements
  import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var
  void while with yield arguments eval undefined f defineResource onServer`)
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/
const LONGEST = 40
const LABEL_AT_MOST = 40

/** Converts `LAMP_TYPE`, `lamp_type` and `lampType` to `lampType`; null if the name is not a plain identifier. */
export const camel = (name: string): string | null => {
  if (!IDENTIFIER.test(name) || name.length > LONGEST) return null
  const parts = name.split('_').map((part) => (part === part.toUpperCase() ? part.toLowerCase() : part))
  return parts.map((part, at) => (at === 0 ? part.slice(0, 1).toLowerCase() : part.slice(0, 1).toUpperCase()) + part.slice(1)).join('')
}
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const variableOf = (entity: string): string => (JS_RESERVED.has(entity) ? `${entity}Resource` : entity)

/** Returns the field name of a column; a reserved name gets the suffix `Value`. */
export const fieldName = (column: string): string => {
  const name = camel(column)
  if (name === null)
    throw new ScaffoldError('tableName', [
      `列名“${shown(column)}”不能作为标识符：只能含字母、数字和单个下划线，以字母开头，最多${LONGEST}个字符`,
      `the column "${shown(column)}" makes no identifier: letters, digits and single underscores, a letter first, ${LONGEST} at most`,
    ])
  const taken = HOUSE_RESERVED.has(name) || SQL_RESERVED.has(kebab(name).replaceAll('-', '_'))
  return taken ? `${name}Value` : name
}
/** A name for quoting in messages. */
export const shown = (name: string): string => plainText(name).slice(0, LABEL_AT_MOST)

/** Converts a text to one line without invisible characters. */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** Labels: in Chinese the first words of its comment, in English its name. */
export const labelOf = (name: string, comment: string): Text => {
  const words = kebab(camel(name) ?? name).replaceAll('-', ' ')
  const en = words.slice(0, 1).toUpperCase() + words.slice(1)
  const [first = ''] = comment.split(/[\r\n:：;；,，。(（]/)
  return [plainText(first).slice(0, LABEL_AT_MOST) || en, en]
}
