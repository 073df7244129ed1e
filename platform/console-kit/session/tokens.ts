import { isFramed, storage } from '../storage/storage.ts'

export interface Tokens {
  readonly access: string
  readonly refresh: string
  /** Epoch ms of their storing: the age the refresh is decided by. */
  readonly at: number
}

/** Names of the cookies, others in a frame (rule.cookies.embedded, decisions.md A32). */
export const cookieName = (kind: 'access' | 'refresh', framed: boolean): string => `saber-${kind}-token${framed ? '-iframe' : ''}`

const setCookie = (name: string, value: string | null): void => {
  if (typeof document === 'undefined') return
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const age = value === null ? '; Max-Age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store interface is missing outside secure contexts
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Lax${secure}${age}`
}

/** The stored tokens; null without a session. They are read anew each time, for another tab may have renewed them. */
export const readTokens = (): Tokens | null => {
  const token = storage.record('token')
  const access = token?.content
  if (!token || typeof access !== 'string' || access === '') return null
  return { access, refresh: storage.read<string>('refreshToken') ?? '', at: token.datetime }
}

/** Keeps both tokens: records `token` and `refreshToken`, and the cookies of decisions.md A32. */
export const writeTokens = (access: string, refresh: string): void => {
  storage.write('token', access)
  storage.write('refreshToken', refresh)
  setCookie(cookieName('access', isFramed()), access)
  setCookie(cookieName('refresh', isFramed()), refresh)
}

export const clearTokens = (): void => {
  storage.remove('token')
  storage.remove('refreshToken')
  setCookie(cookieName('access', isFramed()), null)
  setCookie(cookieName('refresh', isFramed()), null)
}
