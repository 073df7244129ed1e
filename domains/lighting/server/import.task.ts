import type { Task } from '@lamplight/server-kit'
import { IMPORT_JOB, runImport } from './import.handler.ts'

/** Offers imports as jobs, so that a restart takes a half-done one up again. */
export const importTask: Task = {
  name: 'lighting.import',
  role: 'schedule',
  start: async (platform) => {
    platform.jobs.define(IMPORT_JOB, runImport)
    return async () => undefined
  },
}
