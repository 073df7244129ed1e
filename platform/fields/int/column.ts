import { plain, wholeJson } from '../column-type.ts'

export const intColumn = plain('integer', 'equal', wholeJson)
