import { plain, textJson } from '../column-type.ts'

export const textColumn = plain('text', 'like', textJson)
