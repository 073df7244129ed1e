import { plain, textJson } from '../column-type.ts'
import { type DictOptions, WHOLE } from './model.ts'

export const dictColumn = plain('text', 'equal', (text, type, options) => {
  if (!(options as DictOptions).numeric) return textJson?.(text, type, options)
  if (text === null) return '-1'
  return WHOLE.test(text) ? text : textJson?.(text, type, options)
})
