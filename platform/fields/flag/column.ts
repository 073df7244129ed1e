import { PG, plain } from '../column-type.ts'

export const flagColumn = plain('boolean', 'equal', (text, type) =>
  text === null ? '0' : type === PG.bool ? (text === 't' ? '1' : '0') : undefined,
)
