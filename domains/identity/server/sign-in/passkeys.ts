import type { Platform } from '@lamplight/server-kit'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Challenges } from './challenges.ts'

/** The library is loaded at the first use: it holds some 3 MB of heap, and few sign-ins need it. */
const webAuthn = () => import('@simplewebauthn/server')

const BEGUN_MS = 5 * 60_000
const AT_MOST = 20

/** The site of the browser: passkeys belong to its host (`rpId`). */
export interface Site {
  readonly origin: string
  readonly rpId: string
}
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly rpId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}
interface Kept {
  id: string
  credential_id: string
  public_key: string
  counter: string
  transports: string
}
const COLUMNS = 'id, credential_id, public_key, counter, transports'
const transportsOf = (text: string) => text.split(',').filter(Boolean) as AuthenticatorTransport[]

/** Passkeys as second factor (WebAuthn). Each belongs to the host on which it was created and is offered only there. */
export const createPasskeys = (parts: Pick<Platform, 'system' | 'clock' | 'newId'> & { challenges: Challenges }) => {
  const { system, clock, newId, challenges } = parts
  const of = (userId: string, rpId: string): Promise<Kept[]> =>
    system.query<Kept>(`select ${COLUMNS} from identity_passkey where user_id = $1 and rp_id = $2 order by id`, [userId, rpId])
  return {
    list: (userId: string): Promise<Passkey[]> =>
      system.query<Passkey>(
        `select id, name, rp_id as "rpId", created_at as "createdAt", last_used_at as "lastUsedAt" from identity_passkey where user_id = $1 order by id`,
        [userId],
      ),
    /** Returns the options with which the browser creates a passkey; null if the user has too many. */
    begin: async (
      who: { id: string; account: string; name: string; tenantId: string },
      site: Site,
    ): Promise<{ key: string; options: PublicKeyCredentialCreationOptionsJSON } | null> => {
      const have = await of(who.id, site.rpId)
      if (have.length >= AT_MOST) return null
      const options = await (await webAuthn()).generateRegistrationOptions({
        rpName: 'Lamplight',
        rpID: site.rpId,
        userName: `${who.account}@${who.tenantId}`,
        userDisplayName: who.name,
        userID: new TextEncoder().encode(who.id),
        attestationType: 'none',
        excludeCredentials: have.map((one) => ({ id: one.credential_id, transports: transportsOf(one.transports) })),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      })
      const key = await challenges.make('passkey', who.tenantId, { userId: who.id, challenge: options.challenge }, BEGUN_MS)
      return { key, options }
    },
    /** Stores the passkey created by the browser; false if it does not match the challenge. */
    finish: async (
      who: { id: string; tenantId: string },
      site: Site,
      made: { key: string; response: RegistrationResponseJSON; name: string },
    ): Promise<boolean> => {
      const begun = await challenges.take<{ userId: string; challenge: string }>('passkey', made.key)
      if (!begun || begun.value.userId !== who.id) return false
      const checked = await (await webAuthn())
        .verifyRegistrationResponse({
          response: made.response,
          expectedChallenge: begun.value.challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.rpId,
          requireUserVerification: false,
        })
        .catch(() => null)
      if (!checked?.verified) return false
      const { credential } = checked.registrationInfo
      const kept = await system.query(
        `insert into identity_passkey (id, tenant_id, user_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (credential_id) do nothing returning id`,
        [
          newId(),
          who.tenantId,
          who.id,
          credential.id,
          Buffer.from(credential.publicKey).toString('base64url'),
          credential.counter,
          (credential.transports ?? []).join(','),
          site.rpId,
          made.name,
          new Date(clock.now()),
        ],
      )
      return kept.length > 0
    },
    /** Returns the options with which the browser asks for a passkey of this user. */
    ask: async (userId: string, site: Site): Promise<PublicKeyCredentialRequestOptionsJSON> =>
      (await webAuthn()).generateAuthenticationOptions({
        rpID: site.rpId,
        userVerification: 'preferred',
        allowCredentials: (await of(userId, site.rpId)).map((one) => ({ id: one.credential_id, transports: transportsOf(one.transports) })),
      }),
    /** Returns true if the response to the challenge is from a passkey of this user. */
    proves: async (userId: string, site: Site, challenge: string, response: AuthenticationResponseJSON): Promise<boolean> => {
      const [row] = await system.query<Kept>(
        `select ${COLUMNS} from identity_passkey where user_id = $1 and rp_id = $2 and credential_id = $3`,
        [userId, site.rpId, String(response.id)],
      )
      if (!row) return false
      const checked = await (await webAuthn())
        .verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.rpId,
          requireUserVerification: false,
          credential: {
            id: row.credential_id,
            publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
            counter: Number(row.counter),
            transports: transportsOf(row.transports),
          },
        })
        .catch(() => null)
      if (!checked?.verified) return false
      const used = await system.query(
        'update identity_passkey set counter = $2, last_used_at = $3 where id = $1 and counter = $4 returning id',
        [row.id, checked.authenticationInfo.newCounter, new Date(clock.now()), row.counter],
      )
      return used.length > 0
    },
    remove: async (userId: string, id: string): Promise<boolean> =>
      (await system.query('delete from identity_passkey where id = $1 and user_id = $2 returning id', [id, userId])).length > 0,
  }
}
export type Passkeys = ReturnType<typeof createPasskeys>
