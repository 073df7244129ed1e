import { plain } from '../column-type.ts'

export const dictColumn = plain('text', 'equal')
