// Creates the SQL of a migration from the difference between two versions of db/schema.sql.

interface Table {
  readonly text: string
  /** Column → its line in `create table`, without the comma. */
  readonly columns: ReadonlyMap<string, string>
  /** Statements after `create table`. */
  readonly rest: readonly string[]
}

const CREATED = /^create table (\w+) \(\n([\s\S]*?)\n\);\n/

/** Returns the tables of a schema file in the format of `ddlOf`. */
const tablesIn = (schema: string): Map<string, Table> => {
  const found = new Map<string, Table>()
  for (const text of schema.split(/^(?=create table )/m)) {
    const [head = '', table, columns = ''] = CREATED.exec(text) ?? []
    if (!table) continue
    const lines = columns.split('\n').map((line) => line.trim().replace(/,$/, ''))
    const rest = text.slice(head.length).split('\n').filter(Boolean)
    found.set(table, { text: text.trimEnd(), columns: new Map(lines.map((line) => [line.split(' ')[0] as string, line])), rest })
  }
  return found
}

const indexIn = (statement: string): string | undefined => /^create (?:unique )?index (\w+) /.exec(statement)?.[1]

/** Values that rows get in a new column, as SQL, by `table.column`. */
export type FirstValues = ReadonlyMap<string, string>

const changeOf = (table: string, before: Table, after: Table, values: FirstValues): string[] => {
  const lines: string[] = []
  for (const [name, line] of after.columns) {
    const old = before.columns.get(name)
    const first = values.get(`${table}.${name}`)
    if (old === undefined) lines.push(`alter table ${table} add column ${line};`)
    if (old === undefined && first !== undefined) lines.push(`update ${table} set ${name} = ${first};`)
    if (old !== undefined && old !== line)
      lines.push(`-- REVIEW: ${table}.${name} was "${old}" and is "${line}": write how its values are kept.`)
  }
  for (const [name] of before.columns)
    if (!after.columns.has(name)) lines.push(`-- REVIEW: ${table}.${name} is declared no more. alter table ${table} drop column ${name};`)
  for (const statement of before.rest) {
    const index = indexIn(statement)
    if (index && !after.rest.includes(statement)) lines.push(`drop index ${index};`)
  }
  for (const statement of after.rest) if (!before.rest.includes(statement)) lines.push(statement)
  return lines
}

/**
 * Returns SQL that changes one schema into another; empty if they are equal. Changes that cannot be derived from the declarations (another type, a
 * removed column or table) are written as comments, for a person to decide.
 */
export const migrationOf = (before: string, after: string, values: FirstValues = new Map()): string => {
  const [old, now] = [tablesIn(before), tablesIn(after)]
  const parts: string[] = []
  for (const [table, made] of now) {
    const known = old.get(table)
    const lines = known ? changeOf(table, known, made, values) : [made.text]
    if (lines.length > 0) parts.push(lines.join('\n'))
  }
  for (const table of old.keys()) if (!now.has(table)) parts.push(`-- REVIEW: ${table} is declared no more. drop table ${table};`)
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : ''
}

/** Returns the number of the next migration, four digits. */
export const nextNumber = (files: readonly string[]): string =>
  String(Math.max(0, ...files.map((file) => Number(file.slice(0, 4)) || 0)) + 1).padStart(4, '0')
