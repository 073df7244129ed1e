import { type Lang, pick, type Text } from '@lamplight/kit'
import { useMemo } from 'react'
import { useStateOf } from '../state/state.ts'
import { lang } from './lang.ts'

export type Values = Readonly<Record<string, string | number>>
export type Translate = (text: Text, values?: Values) => string

/** The language on the screen. */
export const useLang = (): Lang => useStateOf(lang)

/** `const t = useT(); t(['保存', 'Save'])`; `{name}` is filled from `values`. The same function until the language changes. */
export const useT = (): Translate => {
  const current = useLang()
  return useMemo<Translate>(() => (text, values) => pick(text, current, values), [current])
}

/** The same outside React. */
export const t: Translate = (text, values) => pick(text, lang.get(), values)
