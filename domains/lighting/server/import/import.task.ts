import { gatewaysPort } from '@lamplight/devices/model'
import type { Task } from '@lamplight/server-kit'
import { sweepSpool } from './import-parts.ts'
import { runUndo, UNDO_JOB } from './import-undo.ts'
import { endAbandoned, IMPORT_JOB, sweepDrafts } from './import-work.ts'

const DRAFT_DAYS = 7
const SWEEP_MS = 3_600_000

/** Defines imports and their undo as jobs, which a restart continues; deletes abandoned drafts. */
export const importTask: Task = {
  name: 'lighting.import',
  role: 'schedule',
  start: async (platform) => {
    platform.jobs.define(IMPORT_JOB, async (job) => {
      const result = await platform.inThread(new URL('./import-run.ts', import.meta.url), job)
      platform.port(gatewaysPort).forget()
      return result
    })
    platform.jobs.define(UNDO_JOB, runUndo)
    const sweep = async (): Promise<void> => {
      try {
        await sweepSpool(platform)
        await sweepDrafts(platform.system.query, DRAFT_DAYS)
        await endAbandoned(platform.system.query)
      } catch (thrown) {
        platform.log.warn('sweeping old imports failed', { why: String(thrown) })
      }
    }
    await sweep()
    const timer = setInterval(() => void sweep(), SWEEP_MS)
    return async () => clearInterval(timer)
  },
}
