import { sweepFiles, type Task } from '@lamplight/server-kit'
import { every } from './every.ts'

const EVERY_MS = 600_000

/** Removes files of fields that no row names any more, and uploads that no row took within a day. */
export const filesTask: Task = {
  name: 'system.files.sweep',
  role: 'schedule',
  start: async (platform) => every(platform, 'unused files not removed', EVERY_MS, () => sweepFiles(platform)),
}
