import type { Platform, Task } from '@lamplight/server-kit'
import { INVITE } from '../../model/invite.resource.ts'
import { signInOf } from './users.ts'

const EVERY_MS = 10 * 60_000

/** Marks invitations as expired for lists; an expired one could not be used before either. */
const expireInvites = async ({ system, clock }: Platform): Promise<void> => {
  await system.query('update identity_invite set status = $1 where status = $2 and expire_time <= $3', [
    INVITE.expired,
    INVITE.valid,
    new Date(clock.now()),
  ])
}

/** Deletes expired sessions, locks and captchas. */
export const expireTask: Task = {
  name: 'identity.expire',
  role: 'schedule',
  start: async (platform) => {
    const { sessions, locks, captchas, challenges, phoneCodes } = signInOf(platform)
    let running = Promise.resolve()
    const expire = (): void => {
      running = Promise.all(
        [sessions, locks, captchas, challenges, phoneCodes].map((kept) => kept.expire()).concat(expireInvites(platform)),
      ).then(
        () => undefined,
        (thrown: unknown) => platform.log.warn('expiring sessions failed', { why: String(thrown) }),
      )
    }
    const timer = setInterval(expire, EVERY_MS)
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
