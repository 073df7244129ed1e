import { DEFAULT_ZONE, type Task } from '@lamplight/server-kit'
import { rollResults } from './results.ts'

const EVERY_MS = 5000

/** Updates the daily results of commands per user, seconds after commands end. */
export const resultsTask: Task = {
  name: 'control.results',
  role: 'schedule',
  start: async (platform) => {
    let running: Promise<unknown> | undefined
    let ended = false
    const rollAll = async (): Promise<void> => {
      for (let days = 1; days > 0 && !ended; ) days = await rollResults(platform, DEFAULT_ZONE)
    }
    const turn = (): void => {
      running ??= rollAll()
        .catch((thrown: unknown) => platform.log.error('results of commands not summed up', { why: String(thrown) }))
        .finally(() => {
          running = undefined
        })
    }
    turn()
    const timer = setInterval(turn, EVERY_MS)
    return async () => {
      ended = true
      clearInterval(timer)
      await running
    }
  },
}
