import { shapeWords, type Text } from '@lamplight/kit'
import type { NumberOptions } from './int/model.ts'
import type { TextOptions } from './text/model.ts'

/** From this share of its greatest length on a text says how long it is. */
const NEARLY = 0.8

/** The range of a number with its unit: `0 to 100 %`; null if there is none. */
export const rangeRule = ({ min, max, unit }: NumberOptions): Text | null => {
  const end = unit ? ` ${unit}` : ''
  if (min !== undefined && max !== undefined) return [`${min} 至 ${max}${end}`, `${min} to ${max}${end}`]
  if (min !== undefined) return [`不小于 ${min}${end}`, `At least ${min}${end}`]
  return max === undefined ? null : [`不大于 ${max}${end}`, `At most ${max}${end}`]
}

const capital = ([zh, en]: Text): Text => [zh, `${en.slice(0, 1).toUpperCase()}${en.slice(1)}`]

/** The form that a text must have, or its length when it is nearly as long as it may be; else null. */
export const textRule = ({ max, match, shape, hint }: TextOptions, value: unknown): Text | null => {
  const length = typeof value === 'string' ? value.length : 0
  if (max !== undefined && length >= max * NEARLY && length > 0 && !match && !shape)
    return [`已输入 ${length} 个字符，最多 ${max} 个`, `${length} of at most ${max} characters`]
  // A hint that a field declares describes the form already.
  if (shape === 'picture' || hint) return null
  const form = match?.text ?? (shape ? shapeWords(shape) : null)
  return form && capital(form)
}
