import type { Text } from '@lamplight/kit'
import { t } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
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
const STACK_MOST = 4000

const entryOf = (thrown: unknown, type: string, info: string, url: string, time: number): ErrorEntry => ({
  url,
  time,
  type,
  message: thrown instanceof Error ? thrown.message : String(thrown),
  stack: thrown instanceof Error ? (thrown.stack ?? '').slice(0, STACK_MOST) : '',
  info,
})

/** The newest errors, oldest first; an error that repeats at once is kept once. */
export const withEntry = (entries: readonly ErrorEntry[], entry: ErrorEntry): readonly ErrorEntry[] => {
  const last = entries.at(-1)
  if (last && last.message === entry.message && last.stack === entry.stack && entry.time - last.time < 1000) return entries
  return [...entries, entry].slice(-MOST)
}

const LOGS = 'logsList'
/** What is kept and was not handed over yet. */
export const keptErrors = (): readonly ErrorEntry[] => {
  const entries = storage.read<readonly ErrorEntry[]>(LOGS)
  return Array.isArray(entries) ? entries : []
}
/** The server has them. */
export const forgetErrors = (): void => storage.remove(LOGS)

/** Keeps an error in the store `logsList` (rule.err.client). */
export const logError = (thrown: unknown, type: string, info = ''): void =>
  storage.write(LOGS, withEntry(keptErrors(), entryOf(thrown, type, info, window.location.href, Date.now())))

const NOT_LOADED: Text = ['页面文件加载失败，请检查网络后重试', 'Part of the page did not load. Check the network and try again.']
const RELOAD: Text = ['刷新页面', 'Reload']

/** Keeps what nothing caught: errors, promises, and chunks and styles that did not load, which are told too (rule.err.chunk). */
export const watchErrors = (): void => {
  window.addEventListener('error', (event) => logError(event.error ?? event.message, 'error'))
  window.addEventListener('unhandledrejection', (event) => logError(event.reason, 'promise'))
  window.addEventListener('vite:preloadError', (event) => {
    logError((event as Event & { payload?: unknown }).payload, 'chunk')
    notify.error(NOT_LOADED, { action: { label: t(RELOAD), run: () => window.location.reload() } })
  })
}
