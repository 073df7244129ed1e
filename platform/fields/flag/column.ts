import { plain } from '../column-type.ts'

export const flagColumn = plain('boolean', 'equal')
