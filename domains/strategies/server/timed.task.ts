import type { Task } from '@lamplight/server-kit'
import { planRuns, sendRuns } from './timed-runs.ts'

const EVERY_MS = 1000

/** Runs timed switches, in one process at a time. */
export const timedTask: Task = {
  name: 'strategies.timed',
  role: 'schedule',
  start: async (platform) => {
    let running: Promise<unknown> | undefined
    const turn = (): void => {
      running ??= planRuns(platform)
        .then(() => sendRuns(platform))
        .catch((thrown: unknown) => platform.log.error('timed switches not run', { why: String(thrown) }))
        .finally(() => {
          running = undefined
        })
    }
    turn()
    const timer = setInterval(turn, EVERY_MS)
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
