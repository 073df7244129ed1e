import type { Format, Translate } from '@lamplight/console-kit'
import { type DeviceProperty, type Text, unitSymbol } from '@lamplight/kit'
import { D } from './device.messages.ts'

interface Tools {
  readonly t: Translate
  readonly format: Pick<Format, 'unit' | 'number' | 'time'>
}

/** A value as text: the label of a choice, or a number with unit and decimals. Null if there is no value. */
export const valueWords = (property: DeviceProperty, value: unknown, { t, format }: Tools): string | null => {
  if (value === null || value === undefined || value === '') return null
  const { type = 'number', values, words, unit, decimals } = property
  const word = (one: unknown): string => {
    const text: Text | undefined = words?.[String(one)]
    return text ? t(text) : String(one)
  }
  if (type === 'list') return Array.isArray(value) && value.length > 0 ? value.map(word).join(t(D.comma)) : t(D.none)
  if (type === 'text') return word(value)
  if (type === 'time') return format.time(Number(value))
  const named = values?.[Number(value)]
  if (named) return t(named)
  if (type === 'boolean') return t(Number(value) === 1 ? D.yes : D.no)
  return unit ? format.unit(Number(value), unitSymbol(unit), decimals) : format.number(Number(value), decimals)
}
