import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setNotify, wordsOf } from '../notify/notify.ts'
import { keptErrors, watchErrors } from '../session/error-log.ts'
import { mayOpenScreen } from './data-screen.tsx'
import { LOAD_MS, loadInTime } from './load-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('rule.const.chunk, rule.err.chunk: a page that is not loaded after 120 s is an error, a loaded one is not', async () => {
  expect(LOAD_MS).toBe(120_000)
  const Page = () => null
  await expect(loadInTime({ load: async () => Page }, 'late')).resolves.toBe(Page)
  const waiting = loadInTime({ load: () => new Promise(() => undefined) }, '页面加载超时')
  const failed = expect(waiting).rejects.toThrow('页面加载超时')
  await vi.advanceTimersByTimeAsync(LOAD_MS)
  await failed
})

test('rule.err.chunk: styles and chunks that do not load are logged and shown', () => {
  const listeners = new Map<string, (event: unknown) => void>()
  vi.stubGlobal('window', {
    location: { href: 'http://h/' },
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
  })
  watchErrors()
  const notices: string[] = []
  const stop = setNotify(({ kind, text }) => void notices.push(`${kind} ${wordsOf(text)}`))
  listeners.get('vite:preloadError')?.({ payload: new Error('Unable to preload CSS for /assets/map.css') })
  listeners.get('unhandledrejection')?.({ reason: new Error('lost') })
  stop()
  expect(notices).toEqual(['error 页面文件加载失败，请检查网络后重试'])
  expect(keptErrors().map(({ type, message }) => [type, message])).toEqual([
    ['chunk', 'Unable to preload CSS for /assets/map.css'],
    ['promise', 'lost'],
  ])
})

test('rule.top.screen: the data screen is for users with the permission and for the listed tenants', () => {
  expect(mayOpenScreen(true, '200000', [])).toBe(true)
  expect(mayOpenScreen(false, '100001', ['000000', '100001'])).toBe(true)
  expect(mayOpenScreen(false, '200000', ['000000', '100001'])).toBe(false)
  expect(mayOpenScreen(false, undefined, ['000000'])).toBe(false)
})
