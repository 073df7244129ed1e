import { ERROR_TEXTS, isApiError, noticeOf } from '../api/error.ts'
import { t } from '../i18n/use-t.ts'
import { md5 } from './md5.ts'
import { api, beginSession } from './session.ts'
import type { UserInfo } from './user.ts'

export interface Captcha {
  readonly key: string
  /** A data: URL. */
  readonly image: string
}
export interface Credentials {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  readonly captcha?: { readonly key: string; readonly code: string }
}
/** Ways to take the second step (grant mfa). `enrol`: an authenticator app must be set up first, from `enrolment`. */
export interface SecondStep {
  readonly token: string
  readonly methods: readonly ('totp' | 'passkey' | 'recovery' | 'enrol')[]
  /** Options for the browser's passkey request. */
  readonly passkey?: unknown
  readonly enrolment?: { readonly uri: string; readonly secret: string }
}
/** Result of a sign-in: a user, or the server's message. `captcha`: one is required; `second`: a second step is required. */
export type LoginResult =
  | { readonly ok: true; readonly user: UserInfo }
  | { readonly ok: false; readonly text: string; readonly captcha: boolean; readonly second?: SecondStep; readonly oauthId?: string }

const secondOf = (data: unknown): SecondStep | undefined => {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Readonly<Record<string, unknown>>
  if (fields.error !== 'mfa_required' || typeof fields.mfa_token !== 'string') return undefined
  return { ...fields, token: fields.mfa_token } as unknown as SecondStep
}

const wantsCaptcha = (data: unknown, text: string): boolean =>
  /验证码|captcha|code in the picture/i.test(text) ||
  (typeof data === 'object' && data !== null && 'captcha' in data && data.captcha === true)

/** Requests a token and starts the session. The parameters are sent in a form body, so that no access log contains them. */
export const enter = async (
  params: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<LoginResult> => {
  const body = new URLSearchParams({ scope: 'all', ...params })
  try {
    const answer = await api.post<Readonly<Record<string, unknown>>>('blade-auth/oauth/token', { body, headers, open: true, quiet: true })
    const text = typeof answer.error_description === 'string' ? answer.error_description : ''
    const user = text ? null : beginSession(answer)
    if (user) return { ok: true, user }
    const oauthId = typeof answer.oauth_id === 'string' && answer.oauth_id ? answer.oauth_id : undefined
    return { ok: false, text: text || t(ERROR_TEXTS.unknown), captcha: wantsCaptcha(answer, text), ...(oauthId && { oauthId }) }
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown
    const messageText = thrown.code === 0 || thrown.code >= 500 ? noticeOf(thrown)?.text : thrown.msg
    const text = typeof messageText === 'string' ? messageText : messageText && t(messageText)
    const second = secondOf(thrown.data)
    return { ok: false, text: text || t(ERROR_TEXTS.unknown), captcha: wantsCaptcha(thrown.data, thrown.msg), ...(second && { second }) }
  }
}

/** Signs in (wire-contract.md 3.1); the password is sent as md5. */
export const login = ({ tenantId, account, password, captcha }: Credentials): Promise<LoginResult> =>
  enter(
    {
      grant_type: captcha ? 'captcha' : 'password',
      type: 'account',
      tenantId,
      username: account,
      password: md5(password),
    },
    { 'Tenant-Id': tenantId, ...(captcha && { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code }) },
  )

/** Fetches a new captcha; valid for 30 minutes, once. */
export const fetchCaptcha = (): Promise<Captcha> => api.get<Captcha>('blade-auth/oauth/captcha', undefined, { open: true, quiet: true })

/** Returns true if the server runs the demo city. */
export const fetchDemo = async (): Promise<boolean> => {
  const answer = await api
    .get<Readonly<Record<string, unknown>> | null>('health', undefined, { open: true, quiet: true })
    .catch((thrown: unknown) => (isApiError(thrown) ? (thrown.data as Readonly<Record<string, unknown>> | undefined) : null))
  return answer?.demo === true
}
