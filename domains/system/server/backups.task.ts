import type { Platform, Task } from '@lamplight/server-kit'
import { askOnTime, BACKUP_ASKED, dropOldBackups, endLost, makeWaiting } from './backups.ts'

const LOOK_MS = 5000
const AFTER_COMMIT_MS = 50

/** Makes backups that people ask for, and one a day at the time of the parameter `backup.at`; on one process at a time. */
export const backupTask: Task = {
  name: 'system.backup',
  role: 'schedule',
  start: async (platform: Platform) => {
    const leave = new AbortController()
    let running: Promise<void> | undefined
    const look = async (): Promise<void> => {
      await askOnTime(platform)
      while (!leave.signal.aborted && (await makeWaiting(platform, leave.signal))?.ok) await dropOldBackups(platform)
    }
    const again = (): void => {
      running ??= look()
        .catch((thrown: unknown) => platform.log.warn('backups not looked after', { why: String(thrown) }))
        .finally(() => {
          running = undefined
        })
    }
    await endLost(platform)
    const timer = setInterval(again, LOOK_MS)
    const deaf = platform.bus.on(BACKUP_ASKED, () => {
      setTimeout(again, AFTER_COMMIT_MS)
    })
    return async () => {
      deaf()
      clearInterval(timer)
      leave.abort()
      await running
    }
  },
}
