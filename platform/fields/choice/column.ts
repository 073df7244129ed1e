import { plain, wholeJson } from '../column-type.ts'

export const choiceColumn = plain('smallint', 'equal', wholeJson)
