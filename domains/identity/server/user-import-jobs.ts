import type { JobSource } from '@lamplight/server-kit'
import { USER_IMPORT } from './user-import.ts'

interface UserImport {
  readonly id: string
  readonly title_zh: string
  readonly title_en: string
  readonly total: string
  readonly failed: number
  readonly taken: number
}

/** Accounts that came in by a file, as jobs. */
export const userImportJobs: JobSource = {
  name: USER_IMPORT,
  kind: 'import',
  permissions: ['user_import'],
  from: 'kit_job t',
  where: `t.kind = '${USER_IMPORT}'`,
  columns: `t.title_zh, t.title_en, t.total, coalesce(jsonb_array_length(t.result -> 'failures'), 0) as failed, coalesce((t.result ->> 'success')::int, 0) as taken`,
  author: 't.user_id',
  endTime: 't.end_time',
  // The call that brings them in is their work.
  open: 'false',
  tell: (raw, { own, user }) => {
    const row = raw as unknown as UserImport
    return {
      title: [row.title_zh, row.title_en],
      status: row.failed === 0 ? 2 : row.taken > 0 ? 3 : 4,
      done: Number(row.total),
      total: Number(row.total),
      ...(row.failed > 0 ? { note: [`${row.failed} 行失败`, `${row.failed} ${row.failed === 1 ? 'row' : 'rows'} refused`] as const } : {}),
      results:
        row.failed > 0 && own && user.permissions.has('user_import')
          ? [
              {
                label: ['失败行', 'Failed rows'],
                file: 'blade-user/import/failures',
                query: { uploadId: row.id },
                name: 'users-failed.csv',
              },
            ]
          : [],
    }
  },
}
