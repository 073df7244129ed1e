import { ERROR_TEXTS, isApiError, toldOf } from '../api/error.ts'
import { t } from '../i18n/use-t.ts'
import { md5 } from './md5.ts'
import { api, beginSession } from './session.ts'
import type { UserInfo } from './user.ts'

export interface Captcha {
  readonly key: string
  /** data: URL. */
  readonly image: string
}
export interface Credentials {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  readonly captcha?: { readonly key: string; readonly code: string }
}
/** What became of a sign-in: a user, or the server's words. `captcha` when it wants one. */
export type LoginResult =
  | { readonly ok: true; readonly user: UserInfo }
  | { readonly ok: false; readonly text: string; readonly captcha: boolean }

const wantsCaptcha = (data: unknown, text: string): boolean =>
  /验证码|captcha|code in the picture/i.test(text) ||
  (typeof data === 'object' && data !== null && 'captcha' in data && data.captcha === true)

/** Signs in (wire-contract.md 3.1). The parameters travel in a form body, so that no access log keeps them; the password as md5. */
export const login = async ({ tenantId, account, password, captcha }: Credentials): Promise<LoginResult> => {
  const body = new URLSearchParams({
    grant_type: captcha ? 'captcha' : 'password',
    scope: 'all',
    type: 'account',
    tenantId,
    username: account,
    password: md5(password),
  })
  const headers = { 'Tenant-Id': tenantId, ...(captcha && { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code }) }
  try {
    const answer = await api.post<Readonly<Record<string, unknown>>>('blade-auth/oauth/token', { body, headers, open: true, quiet: true })
    const text = typeof answer.error_description === 'string' ? answer.error_description : ''
    const user = text ? null : beginSession(answer)
    return user ? { ok: true, user } : { ok: false, text: text || t(ERROR_TEXTS.unknown), captcha: wantsCaptcha(answer, text) }
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown
    const told = thrown.code === 0 || thrown.code >= 500 ? toldOf(thrown)?.text : thrown.msg
    const text = typeof told === 'string' ? told : told && t(told)
    return { ok: false, text: text || t(ERROR_TEXTS.unknown), captcha: wantsCaptcha(thrown.data, thrown.msg) }
  }
}

/** A new picture of letters; valid 30 minutes, once. */
export const fetchCaptcha = (): Promise<Captcha> => api.get<Captcha>('blade-auth/oauth/captcha', undefined, { open: true, quiet: true })

/** Does the server run the demo city? */
export const fetchDemo = async (): Promise<boolean> => {
  const answer = await api
    .get<Readonly<Record<string, unknown>> | null>('health', undefined, { open: true, quiet: true })
    .catch((thrown: unknown) => (isApiError(thrown) ? (thrown.data as Readonly<Record<string, unknown>> | undefined) : null))
  return answer?.demo === true
}
