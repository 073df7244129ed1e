import { randomUUID } from 'node:crypto'
import { DEFAULT_ZONE, type Platform } from '@lamplight/server-kit'
import { ACCESS_SECONDS } from '../../model/client.resource.ts'
import type { signInTexts } from '../../model/identity.errors.ts'
import { type Account, accountById, accountByName, accountByPhone, refusalOf } from '../people/accounts.ts'
import { type Captchas, createCaptchas } from './captchas.ts'
import { type Challenges, createChallenges } from './challenges.ts'
import { createFactors, type FactorBook } from './factors.ts'
import { createGate } from './gate.ts'
import { createKnownDevices } from './known-device.ts'
import { accountKey, addressKey, createLocks, deviceKey, factorKey, type Locks, passKey, phoneKey } from './locks.ts'
import { createPasskeys, type Passkeys, type Site } from './passkeys.ts'
import { asMd5, randomPassword, verifierOf } from './passwords.ts'
import { createPhoneCodes, type PhoneCodes } from './phone-codes.ts'
import { createSecondStep, type MfaRequest, type SecondStep } from './second-step.ts'
import { type Actor, createSessions, type Refresh, type Sessions } from './sessions.ts'
import { createTokens, type Tokens } from './tokens.ts'

/** Number of sign-ins of one address that are checked at the same time. */
const ADDRESS_WIDTH = 4

/** Reason of a refused sign-in: a key of `signInTexts`. */
export type Refused = keyof typeof signInTexts
export interface Issued {
  readonly account: Account
  readonly accessToken: string
  readonly refreshToken: string
  readonly tokenId: string
  readonly actor?: Actor
}
/**
 * `deviceCookie`: the `Set-Cookie` that makes the device known. `mfa`: the second step is required. `unknown`: a provider's user without an
 * account. `account` of a refusal: the account proven in the first step if the second one failed. `lock`: the lock that refuses, or that
 * this attempt caused; `left`: attempts before it.
 */
export type Outcome =
  | { readonly issued: Issued; readonly deviceCookie?: string }
  | { readonly refused: Refused; readonly account?: Account | undefined; readonly lock?: Lock; readonly left?: number }
  | { readonly mfa: MfaRequest }
  | { readonly unknown: { readonly oauthId: string; readonly tenantId: string; readonly name: string } }

/** A lock, its end, and the time zone of the tenant in the request. */
export interface Lock {
  readonly by: 'accountLocked' | 'addressLocked'
  readonly at: Date
  readonly zone: string
}

/** The client of a sign-in. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string
  /** The request's `Cookie` header, and whether it came over TLS. */
  readonly cookies: string
  readonly secure: boolean
  readonly site: Site
}
export interface Attempt extends Caller {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  /** The answer to a captcha, if one was shown; `required`: it must be present. */
  readonly captcha: { readonly required: boolean; readonly key: string; readonly code: string }
}
export interface PhoneAttempt extends Caller {
  readonly tenantId: string
  readonly phone: string
  readonly code: string
}

/** Signs in, renews and ends sessions. */
export interface SignIn {
  readonly password: (attempt: Attempt) => Promise<Outcome>
  readonly phone: (attempt: PhoneAttempt) => Promise<Outcome>
  /** Signs in an account that was proven otherwise (by a provider); `method`: the grant. */
  readonly proven: (account: Account, caller: Caller, method: string) => Promise<Outcome>
  /** The second step: a code of the app, a recovery code, or a passkey response. */
  readonly secondStep: (input: Caller & { readonly token: string; readonly code: string; readonly passkey: string }) => Promise<Outcome>
  /** Opens a session of `account` for another user, who is recorded in it as `actor`. */
  readonly asOther: (account: Account, caller: Caller, actor: Actor) => Promise<Outcome>
  readonly refresh: (refreshToken: string, tenantId?: string) => Promise<Outcome>
  readonly sessions: Sessions
  readonly captchas: Captchas
  readonly locks: Locks
  readonly tokens: Tokens
  readonly challenges: Challenges
  readonly phoneCodes: PhoneCodes
  readonly factors: FactorBook
  readonly passkeys: Passkeys
  readonly steps: SecondStep
}

export const createSignIn = (platform: Platform): SignIn => {
  const { clock, system, hash } = platform
  const sessions = createSessions(platform)
  const captchas = createCaptchas(platform)
  const locks = createLocks(platform)
  const tokens = createTokens(platform)
  const challenges = createChallenges(platform)
  const phoneCodes = createPhoneCodes(platform)
  const factors = createFactors(platform)
  const passkeys = createPasskeys({ ...platform, challenges })
  const steps = createSecondStep({ challenges, factors, passkeys, locks })
  const devices = createKnownDevices(tokens, clock)
  const oneAccount = createGate(1)
  const oneAddress = createGate(ADDRESS_WIDTH)
  // Also checks a password for unknown accounts, so that the response time does not reveal which accounts exist.
  let nobody: Promise<string> | undefined
  const dummy = (): Promise<string> => {
    nobody ??= verifierOf(platform, randomPassword())
    return nobody
  }

  const issue = async (account: Account, refresh: Refresh): Promise<{ issued: Issued }> => {
    const tokenId = randomUUID()
    const claims = { sessionId: refresh.sessionId, userId: account.id }
    const { actor } = refresh
    const details = {
      tenant_id: account.tenantId,
      account: account.account,
      user_name: account.account,
      role_name: account.roleNames,
      client_id: 'saber',
      ...(actor && { act: { sub: actor.id, account: actor.account, tenant_id: actor.tenantId } }),
    }
    const [accessToken, refreshToken] = await Promise.all([
      tokens.sign('access_token', { ...claims, tokenId }, clock.now() + ACCESS_SECONDS * 1000, details),
      tokens.sign('refresh_token', { ...claims, tokenId: refresh.refreshId }, refresh.expiresAt),
    ])
    return { issued: { account, accessToken, refreshToken, tokenId, ...(actor && { actor }) } }
  }
  const open = async (account: Account, { ip, userAgent }: Caller, method: string, actor?: Actor) =>
    issue(account, await sessions.open({ userId: account.id, tenantId: account.tenantId, ip, userAgent, method, ...(actor && { actor }) }))
  const enter = async (account: Account, caller: Caller, method: string): Promise<Outcome> => {
    const known = await devices.idOf(caller.cookies, account)
    return { ...(await open(account, caller, method)), deviceCookie: await devices.remember(account, known, caller.secure) }
  }
  const proven = async (account: Account, caller: Caller, method: string): Promise<Outcome> => {
    const refused = refusalOf(account, clock.now())
    if (refused) return { refused }
    const mfa = await steps.challengeFor(account, caller.site, method)
    return mfa ? { mfa } : enter(account, caller, method)
  }

  /** Returns the message about a lock, which is the same for unknown accounts. */
  const lockOf = async (by: Lock['by'], at: Date, tenantId: string): Promise<Lock> => {
    const [tenant] = await system.query<{ zone: string }>('select zone from identity_tenant where tenant_id = $1 and not is_deleted', [
      tenantId,
    ])
    return { by, at, zone: tenant?.zone ?? DEFAULT_ZONE }
  }
  /** Returns the refusal while a lock is active. */
  const lockedOut = async (by: Lock['by'], key: string, tenantId: string): Promise<{ refused: Refused; lock: Lock }> => ({
    refused: by,
    lock: await lockOf(by, (await locks.locked([key])).get(key) ?? new Date(clock.now()), tenantId),
  })

  /** Checks a proof of `account` (undefined: unknown), counting the attempt for the person (`key`) and the address. */
  const attempted = async (
    caller: Caller & { readonly tenantId: string },
    account: Account | undefined,
    key: string,
    input: {
      readonly method: string
      readonly wrong: Refused
      readonly first?: () => Promise<Refused | null>
      readonly right: () => Promise<boolean>
    },
  ): Promise<Outcome> => {
    const address = addressKey(caller.ip)
    const known = account ? await devices.idOf(caller.cookies, account) : null
    const person = account && known ? deviceKey(account.id, known) : key
    const pass = passKey(account?.id ?? '')
    const locked = await locks.locked([person, address, pass])
    if (locked.has(person)) return lockedOut('accountLocked', person, caller.tenantId)
    if (!known && !locked.has(pass) && locked.has(address)) return lockedOut('addressLocked', address, caller.tenantId)
    const refused = await input.first?.()
    if (refused) return { refused }
    const counted = await locks.count(person, locks.limits.account, account?.id)
    if (!counted) return lockedOut('accountLocked', person, caller.tenantId)
    const right = await input.right()
    if (!account || !right) {
      const there = known ? null : await locks.count(address, locks.limits.address)
      if (counted.until) return { refused: input.wrong, lock: await lockOf('accountLocked', counted.until, caller.tenantId) }
      if (there?.until && !locked.has(pass))
        return { refused: input.wrong, lock: await lockOf('addressLocked', there.until, caller.tenantId) }
      return { refused: input.wrong, left: counted.left }
    }
    await locks.clear([person])
    return proven(account, caller, input.method)
  }

  const byPassword = async (attempt: Attempt): Promise<Outcome> => {
    const account = await accountByName(system.query, attempt.tenantId, attempt.account)
    return attempted(attempt, account, accountKey(attempt.tenantId, attempt.account), {
      method: 'password',
      wrong: 'wrong',
      first: async () => {
        const { required, key, code } = attempt.captcha
        return required && !(key && (await captchas.solves(key, code))) ? 'captcha' : null
      },
      right: async () => {
        const right = await hash.verify(account?.password ?? (await dummy()), asMd5(attempt.password))
        return right && account?.password !== null
      },
    })
  }
  const byPhone = async (attempt: PhoneAttempt): Promise<Outcome> =>
    attempted(attempt, await accountByPhone(system.query, attempt.tenantId, attempt.phone), phoneKey(attempt.tenantId, attempt.phone), {
      method: 'sms',
      wrong: 'phoneCode',
      right: () => phoneCodes.proves(attempt.tenantId, attempt.phone, attempt.code),
    })

  return {
    sessions,
    captchas,
    locks,
    tokens,
    challenges,
    phoneCodes,
    factors,
    passkeys,
    steps,
    proven,
    password: (attempt) =>
      oneAddress(addressKey(attempt.ip), () => oneAccount(accountKey(attempt.tenantId, attempt.account), () => byPassword(attempt))),
    phone: (attempt) =>
      oneAddress(addressKey(attempt.ip), () => oneAccount(phoneKey(attempt.tenantId, attempt.phone), () => byPhone(attempt))),
    secondStep: async (input) => {
      const begun = await steps.prove(input)
      if ('refused' in begun) {
        const account = begun.userId ? await accountById(system.query, begun.userId) : undefined
        if (account && begun.until)
          return { refused: begun.refused, account, lock: await lockOf('accountLocked', begun.until, account.tenantId) }
        return account && begun.refused === 'accountLocked'
          ? { ...(await lockedOut(begun.refused, factorKey(account.id), account.tenantId)), account }
          : { refused: begun.refused, account }
      }
      const account = await accountById(system.query, begun.userId)
      const refused = account ? refusalOf(account, clock.now()) : 'factorToken'
      return !account || refused ? { refused: refused ?? 'factorToken' } : enter(account, input, begun.method)
    },
    asOther: (account, caller, actor) => {
      const refused = refusalOf(account, clock.now())
      return refused ? Promise.resolve({ refused }) : open(account, caller, 'sale', actor)
    },
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
