import { createHash, randomUUID } from 'node:crypto'
import type { Tokens } from './tokens.ts'

interface Who {
  readonly id: string
}
const DEVICE_SECONDS = 180 * 24 * 3600
const PATH = '/api/blade-auth/oauth/token'

/**
 * Name of the cookie of an account. There is one per account, because a control room's browser is used by
 * several people; the name does not reveal the user.
 */
const cookieOf = ({ id }: Who): string => `ll-device-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`

const cookieValue = (header: string, name: string): string | null => {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/**
 * Devices from which an account has signed in before (OWASP, "Slow down online guessing attacks with device cookies"): their guesses are counted
 * separately, so that guesses from elsewhere cannot lock the owner out. The cookie does not sign in: the password is still required.
 */
export const createKnownDevices = ({ sign, verify }: Tokens, clock: { now: () => number }) => ({
  /** Returns the id of this device if the account has signed in from it before, else null. Cookies of other accounts are ignored. */
  idOf: async (cookies: string, who: Who): Promise<string | null> => {
    const token = cookieValue(cookies, cookieOf(who))
    const claims = token ? await verify('device_token', token) : null
    return claims && claims.userId === who.id ? claims.tokenId : null
  },
  /** `Set-Cookie` after a sign-in: the device stays known under its id for 180 days after its last sign-in. */
  remember: async (who: Who, known: string | null, secure: boolean): Promise<string> => {
    const claims = { sessionId: '', tokenId: known ?? randomUUID(), userId: who.id }
    const token = await sign('device_token', claims, clock.now() + DEVICE_SECONDS * 1000)
    return `${cookieOf(who)}=${token}; Path=${PATH}; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  },
})
