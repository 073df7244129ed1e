import { CALL_EVENT, LOG_EVENT, PLATFORM_TENANT, type Platform } from '@lamplight/server-kit'
import type { Logs } from '../model/ports.ts'
import { createLogLines, type LogRow } from './log-lines.ts'

const QUEUE_AT_MOST = 5000
const EVERY_MS = 1000
/** Monitoring polls this address every few seconds; its calls are not logged. */
const HEALTH = '/api/health'
/** Largest number of rows per batch for calls without a sign-in, which anybody can send in any number. */
const STRANGERS_AT_MOST = 50
/** Number of consecutive failures after which a batch is dropped. */
const TRIES = 30

const TABLES = ['system_log_usual', 'system_log_api', 'system_log_error'] as const
type Table = (typeof TABLES)[number]

const insertLogs = async ({ system }: Pick<Platform, 'system'>, table: string, rows: readonly LogRow[]): Promise<void> => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')
  await system.query(`insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ])
}

export const createLogs = (platform: Platform): Logs => {
  const lines = createLogLines(platform)
  let queue: { table: Table; row: LogRow }[] = []
  let lost = 0
  let strangers = 0
  let failures = 0
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let users = 0

  const keep = (table: Table, row: LogRow): void => {
    if (queue.length < QUEUE_AT_MOST) queue.push({ table, row })
    else lost += 1
  }
  platform.bus.on(LOG_EVENT, (line) => keep('system_log_usual', lines.usual(line, PLATFORM_TENANT)))
  platform.bus.on(CALL_EVENT, (report) => {
    if (report.route === HEALTH) return
    if (report.thrown !== undefined) keep('system_log_error', lines.error(report))
    if (!report.userId) {
      strangers += 1
      if (strangers > STRANGERS_AT_MOST) {
        lost += 1
        return
      }
    }
    keep('system_log_api', lines.api(report))
  })

  const write = async (): Promise<void> => {
    strangers = 0
    if (lost > 0) {
      const count = lost
      lost = 0
      const at = platform.clock.now()
      queue.push({
        table: 'system_log_usual',
        row: lines.usual({ at, level: 'warn', what: 'entries of the logs left out', detail: { count } }, PLATFORM_TENANT),
      })
    }
    const batch = queue
    queue = []
    for (const table of TABLES) {
      const rows = batch.filter((entry) => entry.table === table)
      if (rows.length === 0) continue
      try {
        await insertLogs(
          platform,
          table,
          rows.map(({ row }) => row),
        )
        failures = 0
      } catch (thrown) {
        failures += 1
        if (failures === 1) platform.log.warn('the logs cannot be written', { table, why: String(thrown) })
        const kept = failures >= TRIES ? [] : rows.slice(0, Math.max(0, QUEUE_AT_MOST - queue.length))
        lost += rows.length - kept.length
        queue.unshift(...kept)
      }
    }
  }
  const flush = (): Promise<void> => {
    writing = writing.then(write)
    return writing
  }

  return {
    client: async (ctx, entries) => {
      const context = {
        at: ctx.now().getTime(),
        tenantId: ctx.tenantId,
        userId: ctx.user.id,
        account: ctx.user.account,
        ip: ctx.ip,
        userAgent: ctx.userAgent,
      }
      if (entries.length > 0)
        await insertLogs(
          platform,
          'system_log_client',
          entries.map((entry) => lines.client(context, entry)),
        )
    },
    flush,
    start: () => {
      users += 1
      timer ??= setInterval(() => {
        if (queue.length > 0 || lost > 0) void flush()
        else strangers = 0
      }, EVERY_MS)
      return async () => {
        users -= 1
        if (users === 0) {
          clearInterval(timer)
          timer = undefined
        }
        await flush()
      }
    },
  }
}
