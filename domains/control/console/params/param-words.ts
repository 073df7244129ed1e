import type { Translate } from '@lamplight/console-kit'
import { type Field, type ParamFamilyDefinition, wordOfValue } from '@lamplight/kit'
import { SECRET_WORDS } from '../../model/param.ts'
import { P } from './param.messages.ts'

export type ParamValues = Readonly<Record<string, unknown>>

/** A value of a field as text, with its unit: `10 min`. Empty if there is no value. */
export const fieldWords = (field: Field, value: unknown, t: Translate): string => {
  const { kind, options } = field
  if (value === undefined || value === null || value === '') return ''
  if (kind === 'secret') return t(SECRET_WORDS[String(value)] ?? [String(value), String(value)])
  const { unit } = options as { readonly unit?: string }
  const word = wordOfValue(field, value)
  return `${word ? t(word) : String(value)}${unit && !/^[%°℃]/.test(unit) ? ' ' : ''}${unit ?? ''}`
}

/** How far a calibration moved a value, with its sign: `+3.73%`. Empty if the device reported no value before it. */
export const changeWords = (
  { before, reads }: ParamFamilyDefinition,
  name: string,
  value: ParamValues | null | undefined,
  t: Translate,
): string => {
  const field = reads?.[name]
  const [old, now] = [value?.[before?.[name] ?? ''], value?.[name]]
  if (!field || typeof old !== 'number' || typeof now !== 'number') return ''
  const { decimals = 0 } = field.options as { readonly decimals?: number }
  const change = Number((now - old).toFixed(decimals))
  return `${change > 0 ? '+' : ''}${fieldWords(field, change, t)}`
}

/** The values of a family as text: `开灯偏移 10 min · 关灯偏移 -5 min`. Empty if there is no value. */
export const paramWords = (family: ParamFamilyDefinition, value: ParamValues | null | undefined, t: Translate): string =>
  Object.entries({ ...family.fields, ...family.reads })
    .flatMap(([name, field]) => {
      const words = fieldWords(field, value?.[name], t)
      const change = changeWords(family, name, value, t)
      return words ? [`${t(field.options.label)} ${words}${change && t(P.change, { change })}`] : []
    })
    .join(' · ')

/** Tone of a state, by PARAM_STATUS. */
export const paramTone = (status: number | null) =>
  (({ 0: 'busy', 1: 'warn', 2: 'good', 3: 'neutral', 4: 'bad', 5: 'bad', 6: 'bad', 7: 'neutral' }) as const)[status ?? -1] ?? 'neutral'
