import { plain } from '../column-type.ts'

export const secretColumn = plain('text', 'none')
