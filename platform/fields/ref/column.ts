import { plain } from '../column-type.ts'

export const refColumn = plain('bigint', 'equal')
