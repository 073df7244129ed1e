import { type Lang, pick, type Text } from '@lamplight/kit'
import { useMemo } from 'react'
import { useStateOf } from '../state/state.ts'
import { lang } from './lang.ts'

export type Values = Readonly<Record<string, string | number>>
export type Translate = (text: Text, values?: Values) => string

/** The user's language. */
export const useLang = (): Lang => useStateOf(lang)

/** `const t = useT(); t(['保存', 'Save'])`; `{name}` is replaced from `values`. Returns the same function until the language changes. */
export const useT = (): Translate => {
  const current = useLang()
  return useMemo<Translate>(() => (text, values) => pick(text, current, values), [current])
}

/** `t` outside of React. */
export const t: Translate = (text, values) => pick(text, lang.get(), values)
