import { type FieldColumn, PG, plain } from '../column-type.ts'
import type { DecimalOptions } from './model.ts'

/** Decimals must be converted to JavaScript's notation; whole numbers have the same notation in both. */
const WHOLE = /^-?[1-9]\d{0,14}$|^0$/

export const numberColumn: FieldColumn<DecimalOptions> = {
  ...plain('double precision', 'equal'),
  json: (text, type, { plain: isPlain }) => {
    if (text === null) return isPlain ? 'null' : '""'
    if (type !== PG.float8 || !WHOLE.test(text)) return undefined
    return isPlain ? text : `"${text}"`
  },
}
