import type { Text } from '@lamplight/kit'
import { type Ctx, changed, errors, type JobResult, type JobSource, type JobStatus } from '@lamplight/server-kit'
import { IMPORT_CALLS, type ImportKind } from '../../model/import.ts'
import { IMPORT_PHASES } from '../../model/import-words.ts'
import { lightingErrors } from '../../model/lighting.errors.ts'
import type { Phase } from './import-session.ts'

interface ImportJob {
  readonly id: string
  readonly file_name: string
  readonly phase: Phase
  readonly status: number
  readonly done: string
  readonly total: string
  readonly failed: string
  readonly reason: Text | null
  readonly stopped_by: string | null
  readonly lost: boolean
}

const TITLES: Readonly<Record<ImportKind, Text>> = {
  lamp: ['导入灯具', 'Import of lamps'],
  controller: ['导入控制器', 'Import of controllers'],
  install: ['导入安装', 'Import of installed lamps'],
}

const statusOf = ({ phase, status, lost, stopped_by }: ImportJob): JobStatus => {
  const moves = phase === 'running' || phase === 'undoing'
  if (moves) return lost ? 4 : status === 0 && phase === 'running' ? 0 : 1
  return stopped_by ? 5 : (status as JobStatus)
}

const noteOf = ({ phase, reason, failed, stopped_by }: ImportJob): Text | undefined => {
  if (phase === 'undoing' || phase === 'undone') return IMPORT_PHASES[phase]
  if (reason) return reason
  if (stopped_by) return [`由 ${stopped_by} 停止，已导入的保留`, `Stopped by ${stopped_by}; imported rows are kept`]
  return Number(failed) > 0 ? [`${failed} 行失败`, `${failed} ${Number(failed) === 1 ? 'row' : 'rows'} failed`] : undefined
}

/** Stops an import: the job checks for it before each batch. @throws if it is not running any more */
const stopImport = async (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async (query) => {
    const [row] = await query<{ kind: ImportKind; file_name: string }>(
      "update lighting_import set stopped_by = $2 where id = $1 and phase = 'running' and stopped_by is null returning kind, file_name",
      [id, ctx.user.account],
    )
    if (!row) throw lightingErrors.importOver()
    if (!ctx.user.permissions.has(IMPORT_CALLS[row.kind].permission)) throw errors.noRight()
    await ctx.audit(
      {
        what: `lighting.${row.kind}.import.stop`,
        target: id,
        detail: { fileName: row.file_name, ...changed({ stoppedBy: null }, { stoppedBy: ctx.user.account }) },
      },
      query,
    )
  })

/** Lists imports in the list of jobs. Drafts are not listed. */
export const importJobs = (kind: ImportKind): JobSource => {
  const { base, permission, page } = IMPORT_CALLS[kind]
  return {
    name: `lighting.import.${kind}`,
    kind: 'import',
    permissions: [permission],
    from: "lighting_import t left join kit_job j on j.id = case when t.phase = 'undoing' then t.undo_job_id else t.job_id end",
    where: `t.kind = '${kind}' and t.phase <> 'draft'`,
    columns: 't.file_name, t.phase, t.status, t.done, t.total, t.failed, t.reason, t.stopped_by, coalesce(j.status = 4, false) as lost',
    author: 't.user_id',
    endTime: 't.end_time',
    open: "t.phase in ('running', 'undoing') and j.status in (0, 1)",
    summarize: (raw, { user }) => {
      const row = raw as unknown as ImportJob
      const status = statusOf(row)
      const note = noteOf(row)
      const failures: JobResult = {
        label: ['失败行', 'Failed rows'],
        file: `${base.replace('/api/', '')}/import/failures/download`,
        query: { uploadId: row.id, type: 'xlsx' },
        name: `${row.file_name}-failed.xlsx`,
      }
      const results: JobResult[] = [{ label: ['导入详情', 'Import details'], page: `${page}?uploadId=${row.id}` }]
      if (Number(row.failed) > 0) results.push(failures)
      return {
        title: [`${TITLES[kind][0]}：${row.file_name}`, `${TITLES[kind][1]}: ${row.file_name}`],
        status,
        done: Number(row.done),
        total: Number(row.total),
        ...(note ? { note } : {}),
        results: user.permissions.has(permission) ? results : [],
        stoppable: row.phase === 'running' && status <= 1 && row.stopped_by === null,
      }
    },
    stop: {
      permission,
      about: [
        '余下的行不再导入；已导入的保留，可在导入详情中撤销。',
        'Rows not yet imported are left out. Imported rows are kept; the page of the import can undo them.',
      ],
      run: stopImport,
    },
  }
}
