import { type JobSource, type JobStatus, pairOf } from '@lamplight/server-kit'
import { BACKUP, BY_HAND } from '../../model/backup.resource.ts'

interface BackupJob {
  readonly name: string | null
  readonly status: number
  readonly progress: number | null
  readonly kind: number
  readonly reason: string | null
}

/** Lists backups of the installation in the list of jobs. */
export const backupJobs: JobSource = {
  name: 'system.backup',
  kind: 'backup',
  permissions: ['backup_view'],
  from: 'system_backup t',
  where: 'not t.is_deleted',
  columns: 't.name, t.status, t.progress, t.kind, t.reason',
  author: 't.create_user',
  endTime: `case when t.status > ${BACKUP.running} then t.update_time end`,
  open: `t.status in (${BACKUP.waiting}, ${BACKUP.running})`,
  summarize: (raw) => {
    const row = raw as unknown as BackupJob
    const [zh, en] = row.kind === BY_HAND ? ['备份', 'Backup'] : ['定时备份', 'Backup on time']
    return {
      title: row.name ? [`${zh}：${row.name}`, `${en}: ${row.name}`] : [zh, en],
      status: row.status as JobStatus,
      done: row.progress ?? 0,
      total: 100,
      unit: '%',
      ...(row.reason ? { note: pairOf(row.reason) } : {}),
      results: [{ label: ['备份', 'Backups'], page: '/monitor/backup' }],
    }
  },
}
