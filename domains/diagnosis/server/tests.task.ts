import type { Task } from '@lamplight/server-kit'
import { advanceTests } from './active-test.ts'
import { followAlarms } from './alarms.ts'

const EVERY_SECONDS = 3

/** Continues active tests; a restart continues them where they were. */
export const testsTask: Task = {
  name: 'diagnosis.tests',
  role: 'schedule',
  start: async (platform) => {
    let running: Promise<unknown> = Promise.resolve()
    let [busy, had] = [false, 0]
    const turn = (): void => {
      if (busy) return
      busy = true
      running = advanceTests(platform)
        .then(async (count) => {
          if (had > 0 || count > 0) await followAlarms(platform)
          had = count
        })
        .catch((why: unknown) => platform.log.error('active tests did not go on', { why: String(why) }))
        .finally(() => {
          busy = false
        })
    }
    const timer = setInterval(turn, platform.config.number('DIAGNOSIS_TEST_SECONDS', EVERY_SECONDS) * 1000)
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
