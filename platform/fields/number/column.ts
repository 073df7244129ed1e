import { plain } from '../column-type.ts'

export const numberColumn = plain('double precision', 'equal')
