import { plain, textJson } from '../column-type.ts'

export const dictColumn = plain('text', 'equal', textJson)
