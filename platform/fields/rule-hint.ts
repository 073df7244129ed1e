import { type FieldOptions, shapeWords, type Text } from '@lamplight/kit'
import type { NumberOptions } from './int/model.ts'
import type { TextOptions } from './text/model.ts'
import type { FieldView } from './view-type.ts'

/** From this share of its greatest length on, a text or a list says how long it is. */
const NEARLY = 0.8

/** The range of a number with its unit: `0 to 100 %`; null if there is none. */
export const rangeRule = ({ min, max, unit }: Pick<NumberOptions, 'min' | 'max' | 'unit'>): Text | null => {
  const end = unit ? ` ${unit}` : ''
  if (min !== undefined && max !== undefined) return [`${min} 至 ${max}${end}`, `${min} to ${max}${end}`]
  if (min !== undefined) return [`不小于 ${min}${end}`, `At least ${min}${end}`]
  return max === undefined ? null : [`不大于 ${max}${end}`, `At most ${max}${end}`]
}

/** A message about a wrong value as the rule before there is an error: it begins with a capital. */
export const capital = ([zh, en]: Text): Text => [zh, `${en.slice(0, 1).toUpperCase()}${en.slice(1)}`]

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

/** How many entries a list has, when it is nearly as long as it may be; else null. */
export const countRule = (count: number, max: number): Text | null =>
  count > 0 && count >= max * NEARLY ? [`已有 ${count} 项，最多 ${max} 项`, `${count} of at most ${max} items`] : null

/** The text beside a field before there is an error: its hint, then what a valid value must be. Empty if it has neither. */
export const fieldNote = (
  { rule }: Pick<FieldView<unknown>, 'rule'>,
  options: FieldOptions,
  value: unknown,
  say: (text: Text) => string,
): string => [options.hint, rule?.(options, value)].flatMap((text) => (text ? [say(text)] : [])).join(' · ')

/** Id of the element with the note of a field of items. The note stands once for all items; `id` is that of the input of the items. */
export const itemNoteId = (id: string, name: string): string => `${id}-${name}-note`
