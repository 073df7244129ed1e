import { PG, plain } from '../column-type.ts'

/** Decimals and powers are written as JavaScript writes them; whole numbers are the same in both. */
const WHOLE = /^-?[1-9]\d{0,14}$|^0$/

export const numberColumn = plain('double precision', 'equal', (text, type) =>
  text === null ? '""' : type === PG.float8 && WHOLE.test(text) ? `"${text}"` : undefined,
)
