import { plain } from '../column-type.ts'

export const choiceColumn = plain('smallint', 'equal')
