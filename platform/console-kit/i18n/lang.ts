import type { Lang } from '@lamplight/kit'
import { createState, type State } from '../state/state.ts'
import { storage } from '../storage/storage.ts'

/** Returns the language in the path of the sign-in page (rule.language.login); null for other pages. */
export const langOfPath = (path: string): Lang | null => (/^\/en(\/|$)/i.test(path) ? 'en' : /^\/login\/?$/i.test(path) ? 'zh' : null)

/** Public pages, whose visitors have not chosen a language: they start in the browser's language. */
const FROM_OUTSIDE = /^\/invite_link\/?$/i

/**
 * Returns the language of the first paint: from the address, else the stored choice, else Chinese (rule.ui.language.default). Public pages use
 * the browser's language instead of Chinese: English unless the browser prefers Chinese.
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

/** Switches and stores the language (local storage). Menus and server texts are reloaded: see session/menus. */
export const setLang = (value: Lang): void => {
  storage.write('language', value)
  mark(value)
  lang.set(value)
}
