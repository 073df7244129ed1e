import { PG, plain } from '../column-type.ts'

/** Decimals must be converted to JavaScript's notation; whole numbers have the same notation in both. */
const WHOLE = /^-?[1-9]\d{0,14}$|^0$/

export const numberColumn = plain('double precision', 'equal', (text, type) =>
  text === null ? '""' : type === PG.float8 && WHOLE.test(text) ? `"${text}"` : undefined,
)
