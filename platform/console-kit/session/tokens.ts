import { isFramed, storage } from '../storage/storage.ts'

export interface Tokens {
  readonly access: string
  readonly refresh: string
  /** Time of storing, epoch ms. The age computed from it decides when to refresh. */
  readonly at: number
}

/** Names of the token cookies; they differ inside a frame (rule.cookies.embedded, decisions.md A32). */
export const cookieName = (kind: 'access' | 'refresh', framed: boolean): string => `saber-${kind}-token${framed ? '-iframe' : ''}`

const setCookie = (name: string, value: string | null): void => {
  if (typeof document === 'undefined') return
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const age = value === null ? '; Max-Age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store interface is missing outside secure contexts
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Lax${secure}${age}`
}

/** The stored tokens; null without a session. Read from the storage at each call, because another tab may have refreshed them. */
export const readTokens = (): Tokens | null => {
  const token = storage.record('token')
  const access = token?.content
  if (!token || typeof access !== 'string' || access === '') return null
  return { access, refresh: storage.read<string>('refreshToken') ?? '', at: token.datetime }
}

/** Stores both tokens: as records `token` and `refreshToken`, and in the cookies of decisions.md A32. */
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
