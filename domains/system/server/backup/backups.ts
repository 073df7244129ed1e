import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { backupsPort, DEFAULT_ZONE, PLATFORM_TENANT, type Platform, type Query, storedPair } from '@lamplight/server-kit'
import { archiveName, BackupProblem } from '@lamplight/server-kit/backup'
import { BACKUP, ON_TIME } from '../../model/backup.resource.ts'
import { directoryPort, paramsPort } from '../../model/ports.ts'

/** Topic of the live socket with the progress of a backup. */
export const BACKUPS = 'backups'
const TELL_MS = 500

/** Path of an archive on this server. */
export const archivePath = ({ config }: Pick<Platform, 'config'>, name: string): string => join(config.dataDir, 'backups', basename(name))

/** Adds a waiting backup; null if one is waiting or running already. */
export const requestBackup = async (
  query: Query,
  row: { id: string; at: number; userId: string | null; kind: number },
): Promise<string | null> => {
  const [made] = await query<{ id: string }>(
    `insert into system_backup (id, tenant_id, create_user, update_user, status, progress, kind, create_time) values ($1, $2, $3, $3, $4, 0, $5, $6)
     on conflict ((true)) where status in (0, 1) and not is_deleted do nothing returning id`,
    [row.id, PLATFORM_TENANT, row.userId, BACKUP.waiting, row.kind, new Date(row.at)],
  )
  return made?.id ?? null
}

const pushChange = (platform: Platform, id: string, change: object): void => platform.live.change(PLATFORM_TENANT, BACKUPS, id, change)

const end = async (platform: Platform, id: string, values: Readonly<Record<string, unknown>>): Promise<void> => {
  const names = Object.keys(values)
  await platform.system.query(
    `update system_backup set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')}, update_time = now() where id = $1`,
    [id, ...Object.values(values)],
  )
  const { archive_size: archiveSize, ...fields } = values
  pushChange(platform, id, { ...fields, ...(archiveSize === undefined ? {} : { archiveSize }) })
}

/** Makes the waiting backup, if any, and stores the outcome. Returns its id and whether it succeeded. */
export const makeWaiting = async (platform: Platform, signal: AbortSignal): Promise<{ id: string; ok: boolean } | null> => {
  const { system, config, log, clock } = platform
  const port = platform.port(backupsPort)
  // The zone in which the page shows its times.
  const zone = await platform.port(directoryPort).zoneOf(system.query, PLATFORM_TENANT)
  const name = archiveName(new Date(clock.now()), port.sealed, zone ?? DEFAULT_ZONE)
  const [row] = await system.query<{ id: string }>(
    `update system_backup set status = $1, name = $2, host = $3, is_sealed = $4, update_time = now()
     where id = (select id from system_backup where status = $5 and not is_deleted order by id limit 1) returning id`,
    [BACKUP.running, name, hostname(), port.sealed, BACKUP.waiting],
  )
  if (!row) return null
  let reported = 0
  const progress = (done: number, total: number): void => {
    if (performance.now() - reported < TELL_MS) return
    reported = performance.now()
    const percent = Math.min(99, Math.floor((done / Math.max(total, 1)) * 100))
    pushChange(platform, row.id, { progress: percent, status: BACKUP.running })
    void system.query('update system_backup set progress = $2 where id = $1', [row.id, percent]).catch(() => undefined)
  }
  try {
    const made = await port.take({ to: archivePath({ config }, name), signal, progress })
    const { size, ms, rows, files, sha256 } = made
    await end(platform, row.id, { status: BACKUP.done, progress: 100, archive_size: size, ms, rows, files, sha256 })
    return { id: row.id, ok: true }
  } catch (thrown) {
    const reason = thrown instanceof BackupProblem ? storedPair(thrown.text) : String(thrown)
    log.error('backup failed', { why: reason })
    await end(platform, row.id, { status: BACKUP.failed, reason: reason.slice(0, 1000) })
    return { id: row.id, ok: false }
  }
}

/**
 * Deletes archives of removed rows and partial files that nobody is writing. It compares with the rows, so that another
 * process can finish this work. A complete archive without a row belongs to somebody else, and one of a failed row may be
 * the one from which this database was restored: both stay.
 */
export const dropLeftovers = async (platform: Pick<Platform, 'config' | 'system'>): Promise<void> => {
  const folder = join(platform.config.dataDir, 'backups')
  const files = await readdir(folder).catch(() => [])
  if (files.length === 0) return
  const nameOf = (file: string): string => file.replace(/\.part$/, '')
  const named = await platform.system.query<{ name: string; kept: boolean; running: boolean }>(
    `select name, bool_or(not is_deleted) as kept, bool_or(status = $2 and not is_deleted) as running
     from system_backup where name = any($1) group by name`,
    [files.map(nameOf), BACKUP.running],
  )
  const rows = new Map(named.map((row) => [row.name, row]))
  for (const file of files) {
    const row = rows.get(nameOf(file))
    if (row && !(file === row.name ? row.kept : row.running)) await rm(join(folder, file), { force: true }).catch(() => undefined)
  }
}

/** Marks backups as failed whose process ended before completing them. */
export const endLost = async ({ system }: Pick<Platform, 'system'>): Promise<void> => {
  await system.query(`update system_backup set status = $1, reason = $2, update_time = now() where status = $3 and not is_deleted`, [
    BACKUP.failed,
    storedPair(['服务停止，备份未完成', 'The server stopped before it was done']),
    BACKUP.running,
  ])
}

/** Keeps as many scheduled archives as the parameter `backup.keep` says; those made on request stay until a user removes them. */
export const dropOldBackups = async (platform: Platform): Promise<number> => {
  const keep = Number(await platform.port(paramsPort).text('backup.keep', '7'))
  const gone = await platform.system.query(
    `update system_backup set is_deleted = true, update_time = now()
     where id in (select id from system_backup where kind = $1 and status = $2 and not is_deleted order by id desc offset $3) returning id`,
    [ON_TIME, BACKUP.done, keep],
  )
  return gone.length
}

/** Returns the last time before `now` at which this server's local clock showed `at` (HH:MM). */
export const lastTimeOf = (at: string, now: number): number => {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const today = new Date(now)
  today.setHours(hour, minute, 0, 0)
  if (today.getTime() > now) today.setDate(today.getDate() - 1)
  return today.getTime()
}

/** Requests today's backup when its time has come: not if that time was before the setting was made, and only once. */
export const requestDueBackup = async (platform: Platform): Promise<boolean> => {
  const { system, clock, newId } = platform
  const [set] = await system.query<{ at: string | null; since: Date }>(
    `select param_value as at, update_time as since from system_param where param_key = 'backup.at' and not is_deleted limit 1`,
  )
  if (!set?.at) return false
  const due = lastTimeOf(set.at, clock.now())
  if (due <= set.since.getTime()) return false
  const [done] = await system.query('select 1 from system_backup where kind = $1 and create_time >= $2 limit 1', [ON_TIME, new Date(due)])
  return !done && (await requestBackup(system.query, { id: newId(), at: clock.now(), userId: null, kind: ON_TIME })) !== null
}
