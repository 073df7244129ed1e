/** Action of a key in a list. */
export type Intent = 'down' | 'up' | 'select' | 'selectPage' | 'open' | 'search' | 'create' | 'refresh' | 'clear' | 'next' | 'previous'

export interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}
/** Element in which a key was pressed: a text input, another control, or the list. */
export type FocusPlace = 'text' | 'control' | 'list'

const KEYS: Readonly<Record<string, Intent>> = {
  j: 'down',
  ArrowDown: 'down',
  k: 'up',
  ArrowUp: 'up',
  x: 'select',
  ' ': 'select',
  Enter: 'open',
  '/': 'search',
  n: 'create',
  r: 'refresh',
  Escape: 'clear',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
}
/** Keys that a button, a link or a checkbox uses itself. */
const CONTROL_KEYS = new Set([' ', 'Enter', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'])

/** Returns the action of a key, or null if the list does not use it. */
export const intentOf = (event: Key, place: FocusPlace): Intent | null => {
  if (event.ctrlKey || event.metaKey || event.altKey || place === 'text') return null
  if (place === 'control' && CONTROL_KEYS.has(event.key)) return null
  if (event.shiftKey && event.key.toLowerCase() === 'x') return 'selectPage'
  return event.shiftKey && event.key !== '/' ? null : (KEYS[event.key] ?? null)
}

/** Returns the row to which the cursor moves; -1: none. */
export const moveCursor = (cursor: number, by: 1 | -1, rows: number): number =>
  rows === 0 ? -1 : cursor < 0 ? (by > 0 ? 0 : rows - 1) : Math.min(rows - 1, Math.max(0, cursor + by))
