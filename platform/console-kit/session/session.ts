import type { Text } from '@lamplight/kit'
import { createClient } from '../api/client.ts'
import { noticeOf } from '../api/error.ts'
import { lang } from '../i18n/lang.ts'
import { zone } from '../i18n/use-format.ts'
import { DEFAULT_ZONE } from '../i18n/zone.ts'
import { notify } from '../notify/notify.ts'
import { createState } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { forgetErrors, keptErrors } from './error-log.ts'
import { aloneInBrowser, CHECK_EVERY, createRefresher } from './refresh.ts'
import { clearTokens, readTokens, writeTokens } from './tokens.ts'
import { type UserInfo, userOf } from './user.ts'

type Answer = Readonly<Record<string, unknown>>

/** The signed-in user; null without a session. */
export const user = createState<UserInfo | null>(readTokens() ? storage.read<UserInfo>('userInfo') : null)
zone.set(user.get()?.zone ?? DEFAULT_ZONE)

const SLOW: Text = [
  '服务器尚未应答，请求仍在等待，请勿重复提交',
  'The server has not answered yet. Your request is still waiting; do not send it again',
]

/** The API client of all calls. */
export const api = createClient({
  lang: lang.get,
  token: () => readTokens()?.access ?? null,
  tenantId: () => user.get()?.tenantId ?? storage.read<string>('tenantId'),
  fresh: () => refreshTokens(),
  onUnauthorized: () => endSession('expired'),
  onError: (error) => {
    const notice = noticeOf({ code: error.code, msg: error.msg && error.message })
    if (notice) notify[notice.kind](notice.text)
  },
  onSlow: () => notify.warning(SLOW, { key: 'slow' }),
})

const renew = async (tokens: { access: string; refresh: string }): Promise<void> => {
  const answer = await api.post<Answer>('blade-auth/oauth/token', {
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      scope: 'all',
      tenantId: user.get()?.tenantId ?? '',
      refresh_token: tokens.refresh,
    }),
    headers: { 'Blade-Auth': `bearer ${tokens.access}` },
    open: true,
    quiet: true,
  })
  if (typeof answer.access_token !== 'string' || typeof answer.refresh_token !== 'string') throw new Error('no tokens in the answer')
  if (readTokens()) writeTokens(answer.access_token, answer.refresh_token)
}

const refreshTokens = createRefresher({ tokens: readTokens, renew, now: () => Date.now(), alone: aloneInBrowser })

/** Storage keys that are removed at the end of a session (rule.session.logout.clear). */
const REMEMBERED = [
  'userInfo',
  'tenantId',
  'menu',
  'menuAll',
  'permission',
  'tagList',
  'tag',
  'isLock',
  'lockPasswd',
  'project',
  'roles',
  'lockReturn',
]

type End = 'logout' | 'expired'
const endListeners = new Set<(why: End) => void>()
/** Called when the session ends: caches are emptied, the console opens the sign-in page. */
export const onSessionEnd = (listener: (why: End) => void): (() => void) => {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Ends the session in this browser: removes tokens, menus, roles, tabs, tenant and user. Calls the listeners of `onSessionEnd`. */
export const endSession = (why: End): void => {
  if (!user.get() && !readTokens()) return
  clearTokens()
  for (const name of REMEMBERED) storage.remove(name)
  user.set(null)
  for (const listener of [...endListeners]) listener(why)
}

/** Stores tokens and user of a token response (rule.session.login.store, rule.session.login.clear); returns null if the response has no session. */
export const beginSession = (answer: Answer): UserInfo | null => {
  const found = userOf(answer)
  const { access_token: access, refresh_token: refresh } = answer
  if (!found || typeof access !== 'string' || access === '') return null
  for (const name of REMEMBERED) storage.remove(name)
  writeTokens(access, typeof refresh === 'string' ? refresh : '')
  storage.write('tenantId', found.tenantId)
  storage.write('userInfo', found)
  zone.set(found.zone ?? DEFAULT_ZONE)
  user.set(found)
  return found
}

let leaving = false
/** True while signing out: the server ends the session and closes its socket before its response arrives here. */
export const isLeaving = (): boolean => leaving

/** Signs out at the server, ignoring its response, and here. Sends the errors collected in the console to the server (rule.err.client). */
export const logout = async (): Promise<void> => {
  const body = { logs: keptErrors() }
  leaving = true
  await api.post('blade-auth/oauth/logout', { body, quiet: true, open: true, headers: bearer() }).then(forgetErrors, () => undefined)
  endSession('logout')
  leaving = false
}

const bearer = (): Record<string, string> => {
  const tokens = readTokens()
  return tokens ? { 'Blade-Auth': `bearer ${tokens.access}` } : {}
}

/** Refreshes the tokens before they expire, and ends the session if another tab signs out. Returns a function that stops this. */
export const watchSession = (): (() => void) => {
  const timer = setInterval(() => void refreshTokens(), CHECK_EVERY)
  const follow = (event: StorageEvent): void => {
    if (event.key === `${storage.prefix}token` && event.newValue === null) endSession('expired')
  }
  window.addEventListener('storage', follow)
  return () => {
    clearInterval(timer)
    window.removeEventListener('storage', follow)
  }
}
