import { PG, plain } from '../column-type.ts'

export const refColumn = plain('bigint', 'equal', (text, type) => (text !== null && type === PG.int8 ? `"${text}"` : undefined))
