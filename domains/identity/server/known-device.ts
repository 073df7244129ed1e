import { createHash, randomUUID } from 'node:crypto'
import type { Tokens } from './tokens.ts'

interface Who {
  readonly id: string
}
const DEVICE_SECONDS = 180 * 24 * 3600
const PATH = '/api/blade-auth/oauth/token'

/** One cookie per account, for a control room's browser knows several people; the name tells nobody who they are. */
const cookieOf = ({ id }: Who): string => `ll-device-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`

const cookieValue = (header: string, name: string): string | null => {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/**
 * Devices from which an account signed in before (OWASP, "Slow down online guessing attacks with device cookies"): they have a count of
 * their own, so that nobody locks the owner out by guessing from elsewhere. The cookie opens nothing by itself: the password is still asked.
 */
export const createKnownDevices = ({ sign, verify }: Tokens, clock: { now: () => number }) => ({
  /** The id of this device where the account signed in from it before, else null. A cookie of another account counts for nothing here. */
  idOf: async (cookies: string, who: Who): Promise<string | null> => {
    const token = cookieValue(cookies, cookieOf(who))
    const claims = token ? await verify('device_token', token) : null
    return claims && claims.userId === who.id ? claims.tokenId : null
  },
  /** `Set-Cookie` after a sign-in: the device stays known for 180 days from its last one, under the id it has. */
  remember: async (who: Who, known: string | null, secure: boolean): Promise<string> => {
    const claims = { sessionId: '', tokenId: known ?? randomUUID(), userId: who.id }
    const token = await sign('device_token', claims, clock.now() + DEVICE_SECONDS * 1000)
    return `${cookieOf(who)}=${token}; Path=${PATH}; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  },
})
