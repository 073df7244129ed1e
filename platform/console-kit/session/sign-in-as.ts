import { apiError, ERROR_TEXTS } from '../api/error.ts'
import { t } from '../i18n/use-t.ts'
import { createState, useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { api, beginSession, onSessionEnd, user } from './session.ts'
import { readTokens, writeTokens } from './tokens.ts'
import type { UserInfo } from './user.ts'

/** The user's own session, kept while the user works as another user. */
interface Waiting {
  readonly user: UserInfo
  readonly access: string
  readonly refresh: string
}
const KEY = 'actor'
const waiting = createState<Waiting | null>(storage.read<Waiting>(KEY))
const keep = (next: Waiting | null): void => {
  if (next) storage.write(KEY, next)
  else storage.remove(KEY)
  waiting.set(next)
}
onSessionEnd(() => keep(null))

/** The user who is working as the signed-in user; null outside such a session. */
export const useActor = (): UserInfo | null => useStateOf(waiting)?.user ?? null

/** Signs in as another user (grant sale) and keeps the user's own session. Throws the server's refusal. The caller reloads the page. */
export const signInAs = async (toUserId: string, reason: string): Promise<void> => {
  const own = user.get()
  const tokens = readTokens()
  if (!own || !tokens) throw new Error(t(ERROR_TEXTS.unknown))
  const body = new URLSearchParams({ grant_type: 'sale', scope: 'all', tenantId: own.tenantId, toUserId, reason })
  const answer = await api.post<Readonly<Record<string, unknown>>>('blade-auth/oauth/token', { body, quiet: true })
  if (typeof answer.error_description === 'string') throw apiError({ code: 400, msg: answer.error_description })
  if (!beginSession(answer)) throw new Error(t(ERROR_TEXTS.unknown))
  keep({ user: own, access: tokens.access, refresh: tokens.refresh })
}

/** Ends the session of the other user and returns to the user's own session. The caller reloads the page. */
export const signInAsSelf = async (): Promise<void> => {
  const own = waiting.get()
  if (!own) return
  await api.get('blade-auth/oauth/logout', undefined, { quiet: true }).catch(() => undefined)
  const { user: info, access, refresh } = own
  beginSession({
    user_id: info.userId,
    tenant_id: info.tenantId,
    account: info.account,
    nick_name: info.name,
    avatar: info.avatar,
    role_name: info.roles.join(','),
    zone: info.zone ?? '',
    detail: { limited: info.limited },
    access_token: access,
    refresh_token: refresh,
  })
  writeTokens(access, refresh)
  keep(null)
}
