import { storage } from '../storage/storage.ts'

/** An error of the console itself, in the form the server takes (wire-contract.md 3.4). */
export interface ErrorEntry {
  readonly url: string
  /** Epoch ms. */
  readonly time: number
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly info: string
}
const MOST = 50

const entryOf = (thrown: unknown, type: string, info: string, url: string, time: number): ErrorEntry => ({
  url,
  time,
  type,
  message: thrown instanceof Error ? thrown.message : String(thrown),
  stack: thrown instanceof Error ? (thrown.stack ?? '') : '',
  info,
})

/** The newest errors, oldest first; an error that repeats at once is kept once. */
export const withEntry = (entries: readonly ErrorEntry[], entry: ErrorEntry): readonly ErrorEntry[] => {
  const last = entries.at(-1)
  if (last && last.message === entry.message && last.stack === entry.stack && entry.time - last.time < 1000) return entries
  return [...entries, entry].slice(-MOST)
}

/** Keeps an error in the store `logsList` (rule.err.client). */
export const logError = (thrown: unknown, type: string, info = ''): void => {
  const entries = storage.read<readonly ErrorEntry[]>('logsList')
  storage.write('logsList', withEntry(Array.isArray(entries) ? entries : [], entryOf(thrown, type, info, window.location.href, Date.now())))
}

/** Keeps what nothing caught: errors, promises, and chunks that did not load (rule.err.chunk). */
export const watchErrors = (): void => {
  window.addEventListener('error', (event) => logError(event.error ?? event.message, 'error'))
  window.addEventListener('unhandledrejection', (event) => logError(event.reason, 'promise'))
  window.addEventListener('vite:preloadError', (event) => logError((event as Event & { payload?: unknown }).payload, 'chunk'))
}
