import { pick, type Text } from '@lamplight/kit'
import { changed } from '../audit-change.ts'
import type { Ctx } from '../context-types.ts'
import type { JobResult, JobSource, JobStatus } from '../job-source.ts'
import type { JobRun, Platform } from '../platform-types.ts'
import { actingPort } from '../ports.ts'
import type { Query } from '../query.ts'
import { errors, fieldError } from '../refuse.ts'
import type { Writing } from '../resource-rows.ts'
import { createStore } from '../resource-store.ts'
import { removeRows } from '../resource-write.ts'
import type { ResourceServer } from '../slice-types.ts'
import { type ImportRow, type Phase, statusOf } from './import-store.ts'
import { importRows, undoRows } from './import-work.ts'

export const IMPORT_JOB = 'kit.import'
const UNDO_JOB = 'kit.import.undo'
const NO_RIGHT: Text = ['导入人已停用或没有导入权限', 'The account that started the import is disabled or has no right to import']

type Resources = ReadonlyMap<string, ResourceServer>

/** Makes the refusal of a call that the present phase of the import does not allow. */
export const wrongPhase = (ctx: Ctx) =>
  fieldError('uploadId', ['当前状态不允许该操作', 'does not allow this in its current state'], ctx.lang)

/** Starts the job of an import in the caller's transaction. @throws a refusal if the import is not in the phase `from` */
export const startWork = async (
  ctx: Ctx,
  query: Query,
  importRow: Pick<ImportRow, 'id' | 'file_name' | 'resource' | 'lang'>,
  work: { readonly from: Phase; readonly to: 'running' | 'undoing' },
): Promise<void> => {
  const [taken] = await query('update kit_import set phase = $3 where id = $1 and phase = $2 returning id', [
    importRow.id,
    work.from,
    work.to,
  ])
  if (!taken) throw wrongPhase(ctx)
  const undoes = work.to === 'undoing'
  const id = await ctx.platform.jobs.start(query, {
    kind: undoes ? UNDO_JOB : IMPORT_JOB,
    tenantId: ctx.tenantId,
    userId: ctx.user.id,
    title: undoes
      ? [`撤销导入 ${importRow.file_name}`, `Undo import ${importRow.file_name}`]
      : [`导入 ${importRow.file_name}`, `Import ${importRow.file_name}`],
    input: { importId: importRow.id, userId: ctx.user.id, lang: ctx.lang },
  })
  await query(`update kit_import set ${undoes ? 'undo_job_id' : 'job_id'} = $2 where id = $1`, [importRow.id, id])
  await ctx.audit(
    {
      what: `${importRow.resource}.import${undoes ? '.undo' : ''}`,
      target: importRow.id,
      detail: { ...changed({ phase: work.from }, { phase: work.to }), fileName: importRow.file_name },
    },
    query,
  )
}

const READ = `select i.*, 0 as added, 0 as changed, 0 as failed, 0 as undone, 0 as kept, false as lost from kit_import i where id = $1`

const runner =
  (
    platform: () => Platform,
    resources: Resources,
    after: 'ended' | 'undone',
    perform: (writing: Writing, ctx: Ctx, row: ImportRow, job: JobRun) => Promise<void>,
  ) =>
  async (job: JobRun): Promise<Record<string, unknown>> => {
    const { importId, userId, lang } = job.input as { importId: string; userId: string; lang: 'zh' | 'en' }
    const { system } = platform()
    const end = (reason: string | null) =>
      system.query('update kit_import set phase = $2, end_time = coalesce(end_time, now()), reason = coalesce($3, reason) where id = $1', [
        importId,
        after,
        reason,
      ])
    const [row] = await system.query<ImportRow>(READ, [importId])
    const served = row && resources.get(row.resource)
    if (!row || !served) return { status: 4 }
    const ctx = await platform().port(actingPort).as(userId, lang)
    if (!ctx || ctx.tenantId !== row.tenant_id || !ctx.user.permissions.has(`${served.resource.code}_import`)) {
      await end(pick(NO_RIGHT, lang))
      return { status: 4 }
    }
    const find = (name: string): ResourceServer | undefined => resources.get(name)
    await perform({ served, store: createStore(served, find), find }, ctx, row, job)
    await end(null)
    return { status: 2 }
  }

/** Defines the jobs that run and undo sheet imports. */
export const defineImportJobs = (platform: () => Platform, resources: Resources): void => {
  const { jobs } = platform()
  jobs.define(IMPORT_JOB, runner(platform, resources, 'ended', importRows))
  jobs.define(
    UNDO_JOB,
    runner(platform, resources, 'undone', (writing, ctx, row, job) =>
      undoRows(writing, ctx, row, job, (ids) => removeRows(writing, ctx, ids)),
    ),
  )
}

interface ImportJob extends ImportRow {
  readonly done: number
}
const noteOf = ({ phase, failed, stopped_by, reason, kept }: ImportJob): Text | undefined => {
  if (reason) return [reason, reason]
  if (phase === 'undoing') return ['正在撤销', 'Undoing']
  if (phase === 'undone')
    return kept > 0
      ? [`已撤销，${kept} 行导入后已修改而保留`, `Undone; ${kept} rows changed since the import were kept`]
      : ['已撤销', 'Undone']
  if (stopped_by) return [`由 ${stopped_by} 停止，已导入的保留`, `Stopped by ${stopped_by}; imported rows are kept`]
  return failed > 0 ? [`${failed} 行失败`, `${failed} ${failed === 1 ? 'row' : 'rows'} failed`] : undefined
}
const COUNTS = `(select count(*) filter (where state > 0)::int as done, count(*) filter (where state = 1)::int as added,
  count(*) filter (where state = 2)::int as changed, count(*) filter (where state = 3)::int as failed,
  count(*) filter (where state = 5)::int as kept from kit_import_row r where r.import_id = t.id)`

/** Lists the imports of one resource in the list of jobs. */
export const sheetImportJobs = ({ resource }: ResourceServer): JobSource => {
  const permission = `${resource.code}_import`
  return {
    name: `${resource.name}.import`,
    kind: 'import',
    permissions: [permission],
    from: `kit_import t cross join lateral ${COUNTS} c left join kit_job j on j.id = case when t.phase = 'undoing' then t.undo_job_id else t.job_id end`,
    where: `t.resource = '${resource.name}' and t.phase <> 'draft'`,
    columns:
      't.file_name, t.phase, t.total, t.reason, t.stopped_by, c.done, c.added, c.changed, c.failed, c.kept, coalesce(j.status = 4, false) as lost',
    author: 't.user_id',
    endTime: 't.end_time',
    open: "t.phase in ('running', 'undoing') and j.status in (0, 1)",
    summarize: (raw, { user, own }) => {
      const row = raw as unknown as ImportJob
      const status: JobStatus = row.stopped_by && row.phase === 'ended' ? 5 : statusOf(row)
      const note = noteOf(row)
      const failures: JobResult = {
        label: ['失败行', 'Failed rows'],
        file: `${resource.api.base}/import/failures/download`,
        query: { uploadId: row.id, type: 'xlsx' },
        name: `${row.file_name}-failed.xlsx`,
      }
      return {
        title: [`导入${resource.label[0]}：${row.file_name}`, `Import of ${resource.label[1]}: ${row.file_name}`],
        status,
        done: row.done,
        total: row.total,
        ...(note ? { note } : {}),
        results: row.failed > 0 && own && user.permissions.has(permission) ? [failures] : [],
        stoppable: row.phase === 'running' && status <= 1 && row.stopped_by === null,
      }
    },
    stop: {
      permission,
      about: [
        '余下的行不再导入；已导入的保留，可以撤销。',
        'Rows not yet imported are left out. Imported rows are kept and can be undone.',
      ],
      run: (ctx, id) =>
        ctx.tx(async (query) => {
          const [row] = await query(
            "update kit_import set stopped_by = $2 where id = $1 and phase = 'running' and stopped_by is null returning id",
            [id, ctx.user.account],
          )
          if (!row) throw errors.notFound()
          await ctx.audit(
            { what: `${resource.name}.import.stop`, target: id, detail: changed({ stoppedBy: null }, { stoppedBy: ctx.user.account }) },
            query,
          )
        }),
    },
  }
}
