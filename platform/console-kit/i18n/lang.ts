import type { Lang } from '@lamplight/kit'
import { createState, type State } from '../state/state.ts'
import { storage } from '../storage/storage.ts'

/** The prefix of the sign-in page names the language (rule.language.login); null elsewhere. */
export const langOfPath = (path: string): Lang | null => (/^\/en(\/|$)/i.test(path) ? 'en' : /^\/login\/?$/i.test(path) ? 'zh' : null)

/** Pages for people from outside, who have chosen no language here: they begin in that of the browser. */
const FROM_OUTSIDE = /^\/invite_link\/?$/i

/**
 * The language of the first paint: the address, then the kept choice, then Chinese (rule.ui.language.default). Pages for people from outside take the
 * language of the browser in place of that: English for whoever reads no Chinese.
 */
export const firstLang = (path: string, kept: unknown, browser = 'zh'): Lang => {
  if (/^\/en(\/|$)/i.test(path)) return 'en'
  if (kept === 'en' || kept === 'zh') return kept
  return FROM_OUTSIDE.test(path) && !/^zh\b/i.test(browser) ? 'en' : 'zh'
}

const path = typeof window === 'undefined' ? '/' : window.location.pathname
/** The language of the console. */
export const lang: State<Lang> = createState<Lang>(
  firstLang(path, storage.read('language'), typeof navigator === 'undefined' ? undefined : navigator.language),
)

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
