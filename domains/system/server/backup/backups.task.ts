import type { Platform, Task } from '@lamplight/server-kit'
import { BACKUP_ASKED, BACKUP_REMOVED } from '../../model/events.ts'
import { dropOldTickets } from './backup-tickets.ts'
import { dropLeftovers, dropOldBackups, endLost, makeWaiting, requestDueBackup } from './backups.ts'

const LOOK_MS = 5000

/** Makes requested backups and one a day at the time of the parameter `backup.at`, and deletes removed archives; on one process at a time. */
export const backupTask: Task = {
  name: 'system.backup',
  role: 'schedule',
  start: async (platform: Platform) => {
    const leave = new AbortController()
    let running: Promise<void> | undefined
    let isAskedAgain = false
    const look = async (): Promise<void> => {
      await requestDueBackup(platform)
      while (!leave.signal.aborted && (await makeWaiting(platform, leave.signal))?.ok) await dropOldBackups(platform)
      await dropLeftovers(platform)
      await dropOldTickets(platform)
    }
    const again = (): void => {
      if (running) {
        isAskedAgain = true
        return
      }
      isAskedAgain = false
      running = look()
        .catch((thrown: unknown) => platform.log.warn('backups not looked after', { why: String(thrown) }))
        .finally(() => {
          running = undefined
          if (isAskedAgain && !leave.signal.aborted) again()
        })
    }
    await endLost(platform)
    again()
    const timer = setInterval(again, LOOK_MS)
    const unsubscribe = [BACKUP_ASKED, BACKUP_REMOVED].map((event) => platform.bus.on(event, again))
    return async () => {
      for (const off of unsubscribe) off()
      clearInterval(timer)
      leave.abort()
      await running
    }
  },
}
