import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { location } from '../router/location.ts'
import { storage } from '../storage/storage.ts'
import { keptErrors, logError } from './error-log.ts'
import { fitsLock, hasLockPassword, LOCK_DELAY, lock, locked, unlock } from './lock.ts'
import { CHECK_EVERY, TOKEN_TIME } from './refresh.ts'
import { beginSession, endSession, logout, onSessionEnd, user, watchSession } from './session.ts'
import { cookieName, readTokens } from './tokens.ts'

const ANSWER = { access_token: 'a', refresh_token: 'r', tenant_id: '100001', user_id: '7', account: 'operator', nick_name: '值班员' }
let calls: { url: string; method: string; body: unknown }[]
beforeEach(() => {
  calls = []
  const history = { pushState: () => undefined, replaceState: () => undefined }
  vi.stubGlobal('window', {
    location: { origin: 'http://h', href: 'http://h/city' },
    history,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: unknown }) => {
    calls.push({ url, method, body })
    return Response.json({ ...ANSWER, access_token: 'b' })
  })
  vi.useFakeTimers()
})
afterEach(() => {
  endSession('logout')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('rule.session.login.store: signing in stores tokens, tenant and user', () => {
  expect(beginSession(ANSWER)?.name).toBe('值班员')
  expect(readTokens()).toMatchObject({ access: 'a', refresh: 'r' })
  expect([storage.read('tenantId'), storage.read<{ userId: string }>('userInfo')?.userId]).toEqual(['100001', '7'])
  expect(beginSession({ ...ANSWER, user_id: '-1' })).toBeNull()
})

test('rule.session.login.clear rule.session.lock: signing in clears tabs, lock, systems and project', () => {
  for (const name of ['tagList', 'isLock', 'lockPasswd', 'project', 'menuAll', 'tag']) storage.write(name, 'old', 'session')
  beginSession(ANSWER)
  expect(['tagList', 'isLock', 'lockPasswd', 'project', 'menuAll', 'tag'].map((name) => storage.read(name))).toEqual(Array(6).fill(null))
})

test('rule.session.logout.clear: signing out, and being signed out, clear token, menus, roles, tabs, tenant and user', () => {
  const kept = ['token', 'refreshToken', 'menu', 'permission', 'roles', 'tagList', 'tenantId', 'userInfo']
  for (const why of ['logout', 'expired'] as const) {
    beginSession(ANSWER)
    for (const name of ['menu', 'permission', 'roles', 'tagList']) storage.write(name, ['x'])
    const notices: string[] = []
    const stop = onSessionEnd((end) => notices.push(end))
    endSession(why)
    stop()
    expect([kept.map((name) => storage.read(name)), user.get(), notices]).toEqual([Array(8).fill(null), null, [why]])
  }
})

test('rule.err.client: client errors are sent at sign-out, and kept when the server does not accept them', async () => {
  beginSession(ANSWER)
  logError(new Error('boom'), 'render', 'in Page')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
  await logout()
  expect(keptErrors().map(({ message }) => message)).toEqual(['boom'])
  beginSession(ANSWER)
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: unknown }) => {
    calls.push({ url, method, body })
    return new Response(JSON.stringify({ code: 200, data: {} }))
  })
  await logout()
  expect([calls[0]?.method, calls[0]?.url]).toEqual(['POST', '/api/blade-auth/oauth/logout'])
  expect(JSON.parse(String(calls[0]?.body)).logs).toMatchObject([{ type: 'render', message: 'boom', info: 'in Page' }])
  expect([keptErrors(), user.get()]).toEqual([[], null])
})

test('rule.refresh.check: the age of the token is checked every 10 s', async () => {
  expect(CHECK_EVERY).toBe(10_000)
  beginSession(ANSWER)
  const stop = watchSession()
  await vi.advanceTimersByTimeAsync(TOKEN_TIME - CHECK_EVERY)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(CHECK_EVERY)
  await vi.waitFor(() => expect(readTokens()?.access).toBe('b'))
  expect(calls.map(({ url }) => url)).toEqual(['/api/blade-auth/oauth/token'])
  stop()
})

test('rule.cookies.embedded: the cookies of an embedded console have their own names', () => {
  expect([cookieName('access', false), cookieName('refresh', false)]).toEqual(['saber-access-token', 'saber-refresh-token'])
  expect([cookieName('access', true), cookieName('refresh', true)]).toEqual(['saber-access-token-iframe', 'saber-refresh-token-iframe'])
})

test('the lock stores only a hash, takes effect after 100 ms, reopens the same page, and ends with the session', () => {
  beginSession(ANSWER)
  location.set({ path: '/city/lamp', query: { size: '30' } })
  expect(hasLockPassword()).toBe(false)
  lock('geheim')
  expect([storage.read('isLock'), JSON.stringify(storage.record('lockPasswd'))]).not.toContain('geheim')
  expect(locked.get()).toBe(false)
  vi.advanceTimersByTime(LOCK_DELAY)
  expect([locked.get(), hasLockPassword(), fitsLock('geheim'), fitsLock('wrong')]).toEqual([true, true, true, false])
  location.set({ path: '/lock', query: {} })
  unlock()
  expect([locked.get(), location.get()]).toEqual([false, { path: '/city/lamp', query: { size: '30' } }])
  lock()
  vi.advanceTimersByTime(LOCK_DELAY)
  endSession('logout')
  expect([locked.get(), hasLockPassword()]).toEqual([false, false])
})
