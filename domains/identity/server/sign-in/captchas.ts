import { randomUUID } from 'node:crypto'
import type { Platform } from '@lamplight/server-kit'
import { pictureOf, randomCode } from './captcha-picture.ts'

const VALID_MS = 30 * 60_000

/** Captchas: pictures with five characters, 130 by 48 px, valid for 30 minutes and one answer (wire-contract.md 3.4). */
export const createCaptchas = ({ system, clock }: Pick<Platform, 'system' | 'clock'>) => ({
  make: async (): Promise<{ key: string; image: string }> => {
    const code = randomCode()
    const key = randomUUID()
    await system.query('insert into identity_captcha (key, code, expires_at) values ($1, $2, $3)', [
      key,
      code.toLowerCase(),
      new Date(clock.now() + VALID_MS),
    ])
    return { key, image: `data:image/png;base64,${(await pictureOf(code)).toString('base64')}` }
  },
  /** Returns true if `code` is the text of the picture. The check invalidates the picture. */
  solves: async (key: string, code: string): Promise<boolean> => {
    const [row] = await system.query<{ code: string }>('delete from identity_captcha where key = $1 and expires_at > $2 returning code', [
      key,
      new Date(clock.now()),
    ])
    return row !== undefined && row.code === code.trim().toLowerCase()
  },
  expire: async (): Promise<void> => {
    await system.query('delete from identity_captcha where expires_at <= $1', [new Date(clock.now())])
  },
})
export type Captchas = ReturnType<typeof createCaptchas>
