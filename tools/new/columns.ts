import type { SourceColumn } from '@lamplight/system/server'

const FORM = /^([^:]+):([^!*=]+)([!*]*)(?:=(.*))?$/s

/** Parses `name:varchar(64)!*=名称`: name, PostgreSQL type, `!` not null, `*` unique, label. Throws a message that says what is wrong. */
export const columnFrom = (text: string): SourceColumn => {
  const [, name = '', type = '', marks = '', comment = ''] = FORM.exec(text) ?? []
  if (!name) throw new Error(`--column ${text}: it is name:type, with ! and * behind it, and =label`)
  return {
    name: name.trim(),
    type: type.trim(),
    comment,
    hasDefault: false,
    nullable: !marks.includes('!'),
    unique: marks.includes('*'),
  }
}
