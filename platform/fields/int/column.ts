import { plain } from '../column-type.ts'

export const intColumn = plain('integer', 'equal')
