import { randomInt } from 'node:crypto'
import type { Platform } from '@lamplight/server-kit'
import { asMd5 } from './passwords.ts'

const VALID_MS = 5 * 60_000
const PAUSE_MS = 60_000
const TRIES = 5

/** Codes of six digits for phones: valid for five minutes and five attempts, one in 60 s (decisions.md A70). */
export const createPhoneCodes = ({ system, clock }: Pick<Platform, 'system' | 'clock'>) => ({
  /** Makes a new code, which replaces the previous one; null if that was sent less than 60 s ago. */
  make: async (tenantId: string, phone: string): Promise<string | null> => {
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    const now = clock.now()
    const made = await system.query(
      `insert into identity_phone_code as c (tenant_id, phone, code, sent_at, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, phone) do update set code = $3, tries = 0, sent_at = $4, expires_at = $5 where c.sent_at <= $6 returning phone`,
      [tenantId, phone, code, new Date(now), new Date(now + VALID_MS), new Date(now - PAUSE_MS)],
    )
    return made.length > 0 ? code : null
  },
  /**
   * Returns true if `sent` is the code of the message, or its md5 (as clients send passwords). Counts the
   * attempt before the check; a correct code is deleted.
   */
  proves: async (tenantId: string, phone: string, sent: string): Promise<boolean> => {
    const now = new Date(clock.now())
    const [row] = await system.query<{ code: string }>(
      `update identity_phone_code set tries = tries + 1 where tenant_id = $1 and phone = $2 and expires_at > $3 and tries < $4 returning code`,
      [tenantId, phone, now, TRIES],
    )
    if (!row || asMd5(sent.trim()) !== asMd5(row.code)) return false
    const used = await system.query(
      'update identity_phone_code set expires_at = $3 where tenant_id = $1 and phone = $2 and code = $4 and expires_at > $3 returning phone',
      [tenantId, phone, now, row.code],
    )
    return used.length > 0
  },
  expire: async (): Promise<void> => {
    await system.query('delete from identity_phone_code where expires_at <= $1 and sent_at <= $2', [
      new Date(clock.now()),
      new Date(clock.now() - PAUSE_MS),
    ])
  },
})
export type PhoneCodes = ReturnType<typeof createPhoneCodes>
