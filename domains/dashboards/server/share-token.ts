import { createHmac, timingSafeEqual } from 'node:crypto'
import { keptSecret, type Platform } from '@lamplight/server-kit'

/** Path of the cookie: no other call gets it, and it replaces no session of the same browser. */
export const SHARED = '/api/blade-visual/shared'
/** A viewer must type the password again after this time without a view. */
export const TOKEN_MS = 12 * 3_600_000

interface Shared {
  readonly id: string
  /** Hash of the password. A token ends when the password changes. */
  readonly verifier: string | null
}
const cookieName = (id: string): string => `ll-shared-${id}`
const cookieIn = (header: string, name: string): string =>
  header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

const secrets = new WeakMap<Platform, Promise<string>>()
const secretOf = (platform: Platform): Promise<string> => {
  const known = secrets.get(platform) ?? keptSecret(platform, 'dashboards.share')
  secrets.set(platform, known)
  return known
}
const signed = async (platform: Platform, { id, verifier }: Shared, until: number): Promise<string> =>
  createHmac('sha256', await secretOf(platform))
    .update(`${id}.${until}.${verifier ?? ''}`)
    .digest('base64url')

/** Returns the `Set-Cookie` of a new token for a share. */
export const tokenCookie = async (platform: Platform, shared: Shared, isSecure: boolean): Promise<string> => {
  const until = platform.clock.now() + TOKEN_MS
  const value = `${until}.${await signed(platform, shared, until)}`
  return `${cookieName(shared.id)}=${value}; Path=${SHARED}; Max-Age=${TOKEN_MS / 1000}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

/** Returns the end of the token for this share in the cookies of a request, epoch ms; 0 if there is no valid one. */
export const tokenEnd = async (platform: Platform, shared: Shared, cookies: string): Promise<number> => {
  const [end = '', mark = ''] = cookieIn(cookies, cookieName(shared.id)).split('.')
  const until = Number(end)
  if (!Number.isSafeInteger(until) || until <= platform.clock.now()) return 0
  const [given, right] = [Buffer.from(mark), Buffer.from(await signed(platform, shared, until))]
  return given.length === right.length && timingSafeEqual(given, right) ? until : 0
}
