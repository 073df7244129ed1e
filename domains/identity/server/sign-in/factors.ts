import { createHash, randomInt } from 'node:crypto'
import { createVault, type Platform } from '@lamplight/server-kit'
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
const RECOVERY_CODES = 10
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The second factors of a user. */
export interface Factors {
  readonly totp: boolean
  /** Number of passkeys for the site of this request. */
  readonly passkeys: number
  readonly recoveryCodes: number
}
/** A secret that is not confirmed yet: the text of its QR code, and the secret for typing. */
export interface Enrolment {
  readonly uri: string
  readonly secret: string
}

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Lamplight', label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) })
const keptCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId}:${code.replace(/[^A-Za-z0-9]/g, '').toUpperCase()}`)
    .digest('base64url')
const newCode = (): string => {
  const text = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

/** Authenticator apps (RFC 6238: SHA-1, six digits, 30 s, one step of drift) and recovery codes. Each code can be used once. */
export const createFactors = ({ system, clock, config }: Pick<Platform, 'system' | 'clock' | 'config'>) => {
  const vault = createVault({ system, config })
  const useOf = (userId: string): string => `authenticator:${userId}`
  const secretOf = async (userId: string, confirmed: boolean): Promise<string | null> => {
    const [row] = await system.query<{ secret: string }>(
      'select secret from identity_authenticator where user_id = $1 and (confirmed_at is not null) = $2',
      [userId, confirmed],
    )
    return row ? vault.open(row.secret, useOf(userId)) : null
  }
  /** Stores the time step of a correct code, so that it cannot be used again; false if the code is wrong or was used. */
  const takeStep = async (userId: string, secret: string, code: string): Promise<boolean> => {
    const delta = totpOf(secret).validate({ token: code.trim(), timestamp: clock.now(), window: 1 })
    if (delta === null) return false
    const step = Math.floor(clock.now() / 1000 / PERIOD_S) + delta
    const taken = await system.query(
      'update identity_authenticator set last_step = $2 where user_id = $1 and last_step < $2 returning user_id',
      [userId, step],
    )
    return taken.length > 0
  }
  const renewCodes = async (userId: string, tenantId: string): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode)
    await system.tx(async (query) => {
      await query('delete from identity_recovery_code where user_id = $1', [userId])
      await query('insert into identity_recovery_code (user_id, tenant_id, code) select $1, $2, unnest($3::text[])', [
        userId,
        tenantId,
        codes.map((code) => keptCode(userId, code)),
      ])
    })
    return codes
  }

  return {
    of: async (userId: string, rpId: string): Promise<Factors> => {
      const [row] = await system.query<{ totp: boolean; passkeys: number; codes: number }>(
        `select exists (select 1 from identity_authenticator where user_id = $1 and confirmed_at is not null) as totp,
           (select count(*)::int from identity_passkey where user_id = $1 and rp_id = $2) as passkeys,
           (select count(*)::int from identity_recovery_code where user_id = $1 and used_at is null) as codes`,
        [userId, rpId],
      )
      return { totp: row?.totp ?? false, passkeys: row?.passkeys ?? 0, recoveryCodes: row?.codes ?? 0 }
    },
    /** Returns true if the user has any second factor, for any site. */
    any: async (userId: string): Promise<boolean> => {
      const [row] = await system.query<{ has: boolean }>(
        `select exists (select 1 from identity_authenticator where user_id = $1 and confirmed_at is not null)
           or exists (select 1 from identity_passkey where user_id = $1) as has`,
        [userId],
      )
      return row?.has ?? false
    },
    /** Makes a new secret, which replaces an unconfirmed one; null if one is already confirmed. */
    enrol: async (who: { id: string; tenantId: string; account: string }): Promise<Enrolment | null> => {
      const secret = new Secret({ size: 20 }).base32
      const made = await system.query(
        `insert into identity_authenticator as a (user_id, tenant_id, secret) values ($1, $2, $3)
         on conflict (user_id) do update set secret = $3, last_step = 0 where a.confirmed_at is null returning user_id`,
        [who.id, who.tenantId, await vault.seal(secret, useOf(who.id))],
      )
      return made.length > 0 ? { uri: totpOf(secret, `${who.account}@${who.tenantId}`).toString(), secret } : null
    },
    /** Confirms the secret by a code; returns the recovery codes, or null if the code is wrong. */
    confirm: async (who: { id: string; tenantId: string }, code: string): Promise<string[] | null> => {
      const secret = await secretOf(who.id, false)
      if (!secret || !(await takeStep(who.id, secret, code))) return null
      await system.query('update identity_authenticator set confirmed_at = $2 where user_id = $1', [who.id, new Date(clock.now())])
      return renewCodes(who.id, who.tenantId)
    },
    /** Returns true for a valid code of the app or a recovery code, and marks it as used. */
    proves: async (userId: string, code: string): Promise<boolean> => {
      if (/^\s*\d{6}\s*$/.test(code)) {
        const secret = await secretOf(userId, true)
        return secret !== null && takeStep(userId, secret, code)
      }
      const used = await system.query(
        'update identity_recovery_code set used_at = $3 where user_id = $1 and code = $2 and used_at is null returning user_id',
        [userId, keptCode(userId, code), new Date(clock.now())],
      )
      return used.length > 0
    },
    renewCodes,
    /** Removes the app; recovery codes are removed with the last factor. */
    forget: async (userId: string): Promise<void> => {
      await system.tx(async (query) => {
        await query('delete from identity_authenticator where user_id = $1', [userId])
        await query(
          'delete from identity_recovery_code where user_id = $1 and not exists (select 1 from identity_passkey where user_id = $1)',
          [userId],
        )
      })
    },
    /** Removes all second factors of users. */
    forgetAll: async (userIds: readonly string[]): Promise<void> => {
      await system.tx(async (query) => {
        for (const table of ['identity_authenticator', 'identity_recovery_code', 'identity_passkey'])
          await query(`delete from ${table} where user_id = any($1)`, [userIds])
      })
    },
  }
}
export type FactorBook = ReturnType<typeof createFactors>
