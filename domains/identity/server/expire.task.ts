import type { Task } from '@lamplight/server-kit'
import { signInOf } from './users.ts'

const EVERY_MS = 10 * 60_000

/** Drops sessions, locks and captchas that count no more. */
export const expireTask: Task = {
  name: 'identity.expire',
  role: 'schedule',
  start: async (platform) => {
    const { sessions, locks, captchas } = signInOf(platform)
    let running = Promise.resolve()
    const expire = (): void => {
      running = Promise.all([sessions.expire(), locks.expire(), captchas.expire()]).then(
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
