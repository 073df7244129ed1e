import { randomUUID } from 'node:crypto'
import type { Platform } from '@lamplight/server-kit'
import type { signInTexts } from '../model/identity.errors.ts'
import { type Account, accountById, accountByName, refusalOf } from './accounts.ts'
import { type Captchas, createCaptchas } from './captchas.ts'
import { createGate } from './gate.ts'
import { createKnownDevices } from './known-device.ts'
import { accountKey, addressKey, createLocks, deviceKey, type Locks } from './locks.ts'
import { asMd5, randomPassword, verifierOf } from './passwords.ts'
import { createSessions, type Refresh, type Sessions } from './sessions.ts'
import { createTokens, type Tokens } from './tokens.ts'

export const ACCESS_SECONDS = 3600
/** Sign-ins of one address that are looked at side by side. */
const ADDRESS_WIDTH = 4

/** Why a sign-in is refused: a key of `signInTexts`. */
export type Refused = keyof typeof signInTexts
export interface Issued {
  readonly account: Account
  readonly accessToken: string
  readonly refreshToken: string
  readonly tokenId: string
}
/** `deviceCookie`: a `Set-Cookie` by which the device is known next time. */
export type Outcome = { readonly issued: Issued; readonly deviceCookie?: string } | { readonly refused: Refused }
export interface Attempt {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  readonly ip: string
  readonly userAgent: string
  /** The request's `Cookie`, and whether it came over TLS. */
  readonly cookies: string
  readonly secure: boolean
  /** The answer to a captcha, where one was shown; `required` when it must be there. */
  readonly captcha: { readonly required: boolean; readonly key: string; readonly code: string }
}

/** Port `identity.signIn`: signing in, renewing and ending sessions. */
export interface SignIn {
  readonly password: (attempt: Attempt) => Promise<Outcome>
  readonly refresh: (refreshToken: string, tenantId?: string) => Promise<Outcome>
  readonly sessions: Sessions
  readonly captchas: Captchas
  readonly locks: Locks
  readonly tokens: Tokens
}

export const signInPort = (platform: Platform): SignIn => {
  const { clock, system, hash } = platform
  const sessions = createSessions(platform)
  const captchas = createCaptchas(platform)
  const locks = createLocks(platform)
  const tokens = createTokens(platform)
  const devices = createKnownDevices(tokens, clock)
  const oneAccount = createGate(1)
  const oneAddress = createGate(ADDRESS_WIDTH)
  // Checked for accounts that do not exist, so that the time of an answer does not tell which do.
  let nobody: Promise<string> | undefined
  const dummy = (): Promise<string> => {
    nobody ??= verifierOf(platform, randomPassword())
    return nobody
  }

  const issue = async (account: Account, refresh: Refresh): Promise<{ issued: Issued }> => {
    const tokenId = randomUUID()
    const claims = { sessionId: refresh.sessionId, userId: account.id }
    const said = {
      tenant_id: account.tenantId,
      account: account.account,
      user_name: account.account,
      role_name: account.roleNames,
      client_id: 'saber',
    }
    const [accessToken, refreshToken] = await Promise.all([
      tokens.sign('access_token', { ...claims, tokenId }, clock.now() + ACCESS_SECONDS * 1000, said),
      tokens.sign('refresh_token', { ...claims, tokenId: refresh.refreshId }, refresh.expiresAt),
    ])
    return { issued: { account, accessToken, refreshToken, tokenId } }
  }

  const attempted = async (attempt: Attempt): Promise<Outcome> => {
    const address = addressKey(attempt.ip)
    const account = await accountByName(system.query, attempt.tenantId, attempt.account)
    const known = account ? await devices.idOf(attempt.cookies, account) : null
    const person = known && account ? deviceKey(account.id, known) : accountKey(attempt.tenantId, attempt.account)
    const locked = await locks.locked([person, address])
    if (locked.has(person)) return { refused: 'accountLocked' }
    if (!known && locked.has(address)) return { refused: 'addressLocked' }
    const { required, key, code } = attempt.captcha
    if (required && !(key && (await captchas.solves(key, code)))) return { refused: 'captcha' }
    if (!(await locks.take(person, locks.limits.account))) return { refused: 'accountLocked' }
    const right = await hash.verify(account?.password ?? (await dummy()), asMd5(attempt.password))
    if (!account?.password || !right) {
      if (!known) await locks.take(address, locks.limits.address)
      return { refused: 'wrong' }
    }
    await locks.clear([person])
    const refused = refusalOf(account, clock.now())
    if (refused) return { refused }
    const { ip, userAgent } = attempt
    const issued = await issue(account, await sessions.open({ userId: account.id, tenantId: account.tenantId, ip, userAgent }))
    return { ...issued, deviceCookie: await devices.remember(account, known, attempt.secure) }
  }

  return {
    sessions,
    captchas,
    locks,
    tokens,
    password: (attempt) =>
      oneAddress(addressKey(attempt.ip), () => oneAccount(accountKey(attempt.tenantId, attempt.account), () => attempted(attempt))),
    refresh: async (refreshToken, tenantId) => {
      const claims = await tokens.verify('refresh_token', refreshToken)
      if (!claims) return { refused: 'refresh' }
      const account = await accountById(system.query, claims.userId)
      if (!account || (tenantId !== undefined && account.tenantId !== tenantId)) return { refused: 'refresh' }
      const refused = refusalOf(account, clock.now())
      if (refused) return { refused }
      const renewed = await sessions.renew(claims.sessionId, claims.tokenId)
      return renewed && renewed.userId === account.id ? issue(account, renewed) : { refused: 'refresh' }
    },
  }
}
