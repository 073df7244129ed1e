import type { Translate } from '@lamplight/console-kit'
import type { ParamFamilyDefinition, Text } from '@lamplight/kit'

export type ParamValues = Readonly<Record<string, unknown>>

/** The values of a family as text: `开灯偏移 10 min · 关灯偏移 -5 min`. Empty if there is no value. */
export const paramWords = ({ fields, reads }: ParamFamilyDefinition, value: ParamValues | null | undefined, t: Translate): string =>
  Object.entries({ ...fields, ...reads })
    .flatMap(([name, { options }]) => {
      const one = value?.[name]
      if (one === undefined || one === null) return []
      const { values, unit } = options as { readonly values?: Readonly<Record<string, Text>>; readonly unit?: string }
      const word = values?.[String(one)]
      return [`${t(options.label)} ${word ? t(word) : String(one)}${unit ? ` ${unit}` : ''}`]
    })
    .join(' · ')
