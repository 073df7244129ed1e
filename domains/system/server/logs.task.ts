import { EXPORT_JOB, type Platform, type Role, type Task } from '@lamplight/server-kit'
import { logsPort, paramsPort } from '../model/ports.ts'
import { cutAudit, sealEntries } from './audit-chain.ts'
import { every } from './every.ts'

/** Tables with limited retention, and their rows; of an export only the job row exists. */
const KEPT = [
  ...['system_log_usual', 'system_log_api', 'system_log_error', 'system_log_client'].map((table) => [table, 'true'] as const),
  ['kit_job', `kind = '${EXPORT_JOB}'`],
] as const
const DAY_MS = 86_400_000
const EVERY_MS = 3_600_000
const SEAL_MS = 1000
const ROWS_AT_ONCE = 5000
const LOG_KEEP = { key: 'log.keepDays', days: 90 } as const

/** Deletes log entries and export jobs older than the parameter `log.keepDays`; returns their number. */
export const dropOldLogs = async (platform: Platform): Promise<number> => {
  const days = Number(await platform.port(paramsPort).text(LOG_KEEP.key, String(LOG_KEEP.days)))
  const before = new Date(platform.clock.now() - days * DAY_MS)
  let dropped = 0
  for (const [table, which] of KEPT)
    for (;;) {
      const gone = await platform.system.query(
        `delete from ${table} where id in (select id from ${table} where ${which} and create_time < $1 limit ${ROWS_AT_ONCE}) returning 1`,
        [before],
      )
      dropped += gone.length
      if (gone.length < ROWS_AT_ONCE) break
    }
  return dropped
}

/** Deletes entries of the audit log older than the parameter `audit.keepDays`; without it they are kept for ever. */
export const dropOldAudit = async (platform: Platform): Promise<number> => {
  const days = Number(await platform.port(paramsPort).text('audit.keepDays', ''))
  return days > 0 ? cutAudit(platform, new Date(platform.clock.now() - days * DAY_MS)) : 0
}

const writeFor = (role: Role): Task => ({
  name: `system.logs.${role}`,
  role,
  start: async (platform) => platform.port(logsPort).start(),
})
const keepTask: Task = {
  name: 'system.logs.keep',
  role: 'schedule',
  start: async (platform) =>
    every(platform, 'old logs not dropped', EVERY_MS, async () => {
      await dropOldLogs(platform)
      await dropOldAudit(platform)
    }),
}
/** Seals new entries of the audit log every second. */
const sealTask: Task = {
  name: 'system.audit.seal',
  role: 'schedule',
  start: async (platform) => every(platform, 'audit log not sealed', SEAL_MS, () => sealEntries(platform)),
}

export const logTasks: readonly Task[] = [
  writeFor('api'),
  writeFor('ingest'),
  writeFor('dispatch'),
  writeFor('schedule'),
  keepTask,
  sealTask,
]
