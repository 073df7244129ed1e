import type { Field } from '@lamplight/kit'
import { choiceColumn } from './choice/column.ts'
import type { Column, FieldColumn } from './column-type.ts'
import { dictColumn } from './dict/column.ts'
import { fileColumn } from './file/column.ts'
import { flagColumn } from './flag/column.ts'
import { geoColumn } from './geo/column.ts'
import { intColumn } from './int/column.ts'
import { itemsColumn } from './items/column.ts'
import { numberColumn } from './number/column.ts'
import { refColumn } from './ref/column.ts'
import { refsColumn } from './refs/column.ts'
import { secretColumn } from './secret/column.ts'
import { termsColumn } from './terms/column.ts'
import { textColumn } from './text/column.ts'
import { timeColumn } from './time/column.ts'

const types: Readonly<Record<string, FieldColumn>> = {
  text: textColumn,
  secret: secretColumn,
  int: intColumn,
  number: numberColumn,
  flag: flagColumn,
  choice: choiceColumn,
  dict: dictColumn,
  ref: refColumn,
  refs: refsColumn,
  geo: geoColumn,
  time: timeColumn,
  items: itemsColumn,
  file: fileColumn,
  terms: termsColumn,
}

/** Returns the database form of `field`. */
export const columnOf = (field: Field): FieldColumn => {
  const column = types[field.kind]
  if (!column) throw new Error(`no column for field type ${field.kind}`)
  return column
}

/** Columns of `field`; none if another table stores its value. */
export const columnsOf = (name: string, field: Field): readonly Column[] =>
  field.options.from ? [] : columnOf(field).columns(name, field.options)

export type { Column, FieldColumn } from './column-type.ts'
