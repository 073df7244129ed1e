import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Account } from '../people/accounts.ts'
import type { Challenges } from './challenges.ts'
import type { Enrolment, FactorBook } from './factors.ts'
import { factorKey, type Locks } from './locks.ts'
import type { Passkeys, Site } from './passkeys.ts'

const BEGUN_MS = 5 * 60_000
const TRIES = 5

/** Second-factor settings of a tenant (`identity.tenant.mfa`). */
export const MFA = { off: 0, optional: 1, required: 2 } as const

/** Ways to take the second step; `enrol` if the tenant requires one and the user has no factor yet. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery' | 'enrol'
/** What the second step asks for before the session opens. */
export interface MfaRequest {
  readonly token: string
  readonly methods: readonly FactorMethod[]
  readonly passkey?: PublicKeyCredentialRequestOptionsJSON
  readonly enrolment?: Enrolment
}
interface Begun {
  readonly userId: string
  readonly method: string
  readonly challenge: string
  readonly enrols: boolean
}

/** The second step of a sign-in: requested after a correct first step, proven by an app, a passkey or a recovery code. */
export const createSecondStep = (options: { challenges: Challenges; factors: FactorBook; passkeys: Passkeys; locks: Locks }) => {
  const { challenges, factors, passkeys, locks } = options
  return {
    /** Null if no second step is needed. */
    challengeFor: async (account: Account, site: Site, method: string): Promise<MfaRequest | null> => {
      if (account.mfa === MFA.off) return null
      const has = await factors.any(account.id)
      if (!has && account.mfa === MFA.optional) return null
      const { totp, passkeys: here, recoveryCodes } = await factors.of(account.id, site.rpId)
      const passkey = here > 0 ? await passkeys.ask(account.id, site) : undefined
      const enrolment = has ? null : await factors.enrol(account)
      const methods: FactorMethod[] = has
        ? [
            ...(totp ? ['totp' as const] : []),
            ...(passkey ? ['passkey' as const] : []),
            ...(recoveryCodes > 0 ? ['recovery' as const] : []),
          ]
        : ['enrol']
      const begun: Begun = { userId: account.id, method, challenge: passkey?.challenge ?? '', enrols: !has }
      const token = await challenges.make('factor', account.tenantId, begun, BEGUN_MS)
      return { token, methods, ...(passkey && { passkey }), ...(enrolment && { enrolment }) }
    },
    /** Allows five guesses per first step, and five in half an hour per user. `until`: end of the lock that this attempt caused. */
    prove: async (input: {
      readonly token: string
      readonly code: string
      readonly passkey: string
      readonly site: Site
    }): Promise<
      | { readonly userId: string; readonly method: string }
      | { readonly refused: 'factor' | 'factorToken' | 'accountLocked'; readonly userId?: string; readonly until?: Date | null }
    > => {
      const begun = await challenges.guess<Begun>('factor', input.token, TRIES)
      if (!begun) return { refused: 'factorToken' }
      const { userId, method, challenge, enrols } = begun.value
      const counted = await locks.count(factorKey(userId), locks.limits.account, userId)
      if (!counted) return { refused: 'accountLocked', userId }
      const right = input.passkey
        ? challenge !== '' && (await passkeys.proves(userId, input.site, challenge, responseOf(input.passkey)))
        : enrols
          ? (await factors.confirm({ id: userId, tenantId: begun.tenantId }, input.code)) !== null
          : await factors.proves(userId, input.code)
      if (!right) return { refused: 'factor', userId, until: counted.until }
      // The challenge is deleted, so that two correct answers to one first step open only one session.
      if (!(await challenges.take('factor', input.token))) return { refused: 'factorToken' }
      await locks.clear([factorKey(userId)])
      return { userId, method: `${method}+${input.passkey ? 'passkey' : 'code'}` }
    },
  }
}
export type SecondStep = ReturnType<typeof createSecondStep>

/** Parses the browser's passkey response; an invalid text becomes a response that proves nothing. */
const responseOf = (text: string): AuthenticationResponseJSON => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && 'response' in parsed) return parsed as AuthenticationResponseJSON
  } catch {
    // The invalid response is returned below.
  }
  return {
    id: '',
    rawId: '',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: '', authenticatorData: '', signature: '' },
  }
}
