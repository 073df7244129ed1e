import type { Task } from '@lamplight/server-kit'
import { followFaults } from './fault-rows.ts'

const EVERY_SECONDS = 60

/** Opens and ends faults of bins and wells every FACILITY_FAULT_SECONDS (60). */
export const faultsTask: Task = {
  name: 'environment.faults',
  role: 'schedule',
  start: async (platform) => {
    let running: Promise<unknown> = Promise.resolve()
    let busy = false
    const run = (): void => {
      if (busy) return
      busy = true
      running = followFaults(platform)
        .catch((why: unknown) => platform.log.error('faults of bins and wells not followed', { why: String(why) }))
        .finally(() => {
          busy = false
        })
    }
    const timer = setInterval(run, platform.config.number('FACILITY_FAULT_SECONDS', EVERY_SECONDS) * 1000)
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
