import type { Text } from '@lamplight/kit'
import { t } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { storage } from '../storage/storage.ts'

/** An error of the console, in the form of the server's call (wire-contract.md 3.4). */
export interface ErrorEntry {
  readonly url: string
  /** Epoch ms. */
  readonly time: number
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly info: string
}
const MAX_ENTRIES = 50
const STACK_MOST = 4000

const entryOf = (thrown: unknown, type: string, info: string, url: string, time: number): ErrorEntry => ({
  url,
  time,
  type,
  message: thrown instanceof Error ? thrown.message : String(thrown),
  stack: thrown instanceof Error ? (thrown.stack ?? '').slice(0, STACK_MOST) : '',
  info,
})

/** Adds an entry to the newest errors, oldest first; an error repeated within a second is kept once. */
export const withEntry = (entries: readonly ErrorEntry[], entry: ErrorEntry): readonly ErrorEntry[] => {
  const last = entries.at(-1)
  if (last && last.message === entry.message && last.stack === entry.stack && entry.time - last.time < 1000) return entries
  return [...entries, entry].slice(-MAX_ENTRIES)
}

const LOGS = 'logsList'
/** Stored errors that were not submitted yet. */
export const keptErrors = (): readonly ErrorEntry[] => {
  const entries = storage.read<readonly ErrorEntry[]>(LOGS)
  return Array.isArray(entries) ? entries : []
}
/** Deletes the stored errors after the server has them. */
export const forgetErrors = (): void => storage.remove(LOGS)

/** Stores an error under `logsList` (rule.err.client). */
export const logError = (thrown: unknown, type: string, info = ''): void =>
  storage.write(LOGS, withEntry(keptErrors(), entryOf(thrown, type, info, window.location.href, Date.now())))

const NOT_LOADED: Text = ['页面文件加载失败，请检查网络后重试', 'Part of the page did not load. Check the network and try again.']
const RELOAD: Text = ['刷新页面', 'Reload']

/** Stores uncaught errors: exceptions, promises, and chunks and styles that did not load, for which it also shows a notice (rule.err.chunk). */
export const watchErrors = (): void => {
  window.addEventListener('error', (event) => logError(event.error ?? event.message, 'error'))
  window.addEventListener('unhandledrejection', (event) => logError(event.reason, 'promise'))
  window.addEventListener('vite:preloadError', (event) => {
    logError((event as Event & { payload?: unknown }).payload, 'chunk')
    notify.error(NOT_LOADED, { action: { label: t(RELOAD), run: () => window.location.reload() } })
  })
}
