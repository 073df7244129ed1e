import { plain } from '../column-type.ts'

export const textColumn = plain('text', 'like')
