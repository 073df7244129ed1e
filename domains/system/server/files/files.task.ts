import { sweepFiles, type Task } from '@lamplight/server-kit'
import { every } from '../every.ts'

const EVERY_MS = 600_000

/** Deletes files of fields to which no row refers any more, and uploads that were not submitted with a row within a day. */
export const filesTask: Task = {
  name: 'system.files.sweep',
  role: 'schedule',
  start: async (platform) => every(platform, 'unused files not removed', EVERY_MS, () => sweepFiles(platform)),
}
