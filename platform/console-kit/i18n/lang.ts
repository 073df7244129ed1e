import type { Lang } from '@lamplight/kit'
import { createState, type State } from '../state/state.ts'
import { storage } from '../storage/storage.ts'

/** The prefix of the sign-in page names the language (rule.language.login); null elsewhere. */
export const langOfPath = (path: string): Lang | null => (/^\/en(\/|$)/i.test(path) ? 'en' : /^\/login\/?$/i.test(path) ? 'zh' : null)

/** The language of the first paint: the address, then the kept choice, then Chinese (rule.ui.language.default). */
export const firstLang = (path: string, kept: unknown): Lang => {
  if (/^\/en(\/|$)/i.test(path)) return 'en'
  return kept === 'en' ? 'en' : 'zh'
}

const path = typeof window === 'undefined' ? '/' : window.location.pathname
/** The language of the console. */
export const lang: State<Lang> = createState<Lang>(firstLang(path, storage.read('language')))

const mark = (value: Lang): void => {
  if (typeof document !== 'undefined') document.documentElement.lang = value === 'en' ? 'en' : 'zh-CN'
}
mark(lang.get())

/** Switches the language and keeps the choice (local storage). Menus and texts of the server follow: see session/menus. */
export const setLang = (value: Lang): void => {
  storage.write('language', value)
  mark(value)
  lang.set(value)
}
