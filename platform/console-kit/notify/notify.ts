import type { Text } from '@lamplight/kit'
import { t } from '../i18n/use-t.ts'

export type NoticeKind = 'success' | 'info' | 'warning' | 'error'
/** Words of a notice. A pair, or a function, follows the language while the notice is shown; a string is data or a text of the server. */
export type Words = Text | string | (() => string)
export interface Notice {
  readonly kind: NoticeKind
  /** Stands above the text. */
  readonly title?: Words
  readonly text: Words
  /** A notice replaces an older one with the same key. The default key is the text, so that equal notices do not stack. */
  readonly key: string
  readonly action?: { readonly label: Words; readonly run: () => void }
  /** Time until it disappears, ms; 0: until it is closed. */
  readonly ms: number
}
type Sink = (notice: Notice) => void
type Options = Partial<Pick<Notice, 'key' | 'action' | 'ms' | 'title'>>

/** Returns the words in the present language of the page. */
export const wordsOf = (words: Words): string => (typeof words === 'function' ? words() : typeof words === 'string' ? words : t(words))

let sink: Sink | null = null
let wake: (() => void) | null = null
const waiting: Notice[] = []

/** Calls `listener` for each notice before `setNotify`; at once if one is waiting already. */
export const onWaiting = (listener: () => void): (() => void) => {
  wake = listener
  if (waiting.length > 0) listener()
  return () => {
    wake = null
  }
}

/** Sets the function that shows notices and passes it the waiting ones. Returns the function that removes it. */
export const setNotify = (next: Sink): (() => void) => {
  sink = next
  for (const notice of waiting.splice(0)) next(notice)
  return () => {
    if (sink === next) sink = null
  }
}

const say =
  (kind: NoticeKind, ms: number) =>
  (text: Words, options: Options = {}): void => {
    const notice: Notice = {
      kind,
      text,
      key: options.key ?? wordsOf(text),
      ms: options.ms ?? ms,
      ...(options.action && { action: options.action }),
      ...(options.title && { title: options.title }),
    }
    if (sink) sink(notice)
    else {
      waiting.push(notice)
      wake?.()
    }
  }

/** Toasts: `notify.success(['保存成功', 'Saved'])`. */
export const notify = { success: say('success', 3000), info: say('info', 4000), warning: say('warning', 6000), error: say('error', 8000) }
