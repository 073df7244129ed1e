import { type Inspection, type InspectOptions, inspectInventory, type Mapping } from '@lamplight/inventory'
import type { Text } from '@lamplight/kit'
import { type Ctx, errors, type Query } from '@lamplight/server-kit'
import type { ImportKind } from '../model/import.ts'
import { lightingErrors } from '../model/lighting.errors.ts'
import type { ImportTarget } from './import-batch.ts'
import { recall } from './import-mapping.ts'
import { fetchParts, keepParts, type Spooled } from './import-parts.ts'
import type { ImportRow } from './import-session.ts'
import { UNDO_JOB } from './import-undo.ts'
import { knownPlaces } from './known-places.ts'

export const IMPORT_JOB = 'lighting.import'

/** Stores an upload with its inspection, or the reason why it cannot be read. */
export const createImport = async (
  ctx: Ctx,
  kind: ImportKind,
  file: Spooled,
  found: Inspection | { readonly refusal: Text },
  target: ImportTarget | null,
): Promise<string> => {
  const id = ctx.platform.newId()
  const refusal = 'refusal' in found ? found.refusal : null
  const inspection = 'refusal' in found ? null : found
  const kept = inspection && (await recall(ctx.query, kind, inspection))
  await ctx.tx(async (query) => {
    await query(
      `insert into lighting_import (id, tenant_id, user_id, account, kind, file_name, size, project_id, area_id, group_id, area_ids,
         inspection, mapping, remembered, phase, status, reason, total, end_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, case when $15 = 'ended' then now() end)`,
      [
        id,
        ctx.tenantId,
        ctx.user.id,
        ctx.user.account,
        kind,
        file.name,
        file.size,
        target?.projectId ?? null,
        target?.areaId ?? null,
        target?.groupId ?? null,
        target?.areaIds ?? null,
        inspection && JSON.stringify(inspection),
        inspection && JSON.stringify(kept ?? inspection.mapping),
        kept !== null,
        // The rows of a long file are counted later: until then the total is unknown.
        refusal ? 'ended' : 'draft',
        refusal ? 4 : 0,
        refusal && JSON.stringify(refusal),
        inspection?.rows.exact ? inspection.rows.count : 0,
      ],
    )
    if (inspection) await keepParts(query, ctx.tenantId, id, file.path)
  })
  return id
}

/** Starts the job of a draft once; throws if it has been started already. */
export const startImport = async (ctx: Ctx, id: string, fileName: string): Promise<void> => {
  await ctx.tx(async (query) => {
    const [row] = await query<{ kind: string; project_id: string | null }>(
      "update lighting_import set phase = 'running', done = 0 where id = $1 and phase = 'draft' returning kind, project_id",
      [id],
    )
    if (!row) throw lightingErrors.importStarted()
    if (!row.project_id) throw errors.missingParameter({ field: 'projectId' }, 'projectId')
    const job = await ctx.platform.jobs.start(query, {
      kind: IMPORT_JOB,
      tenantId: ctx.tenantId,
      userId: ctx.user.id,
      title: [`导入 ${fileName}`, `Import ${fileName}`],
      input: { importId: id },
    })
    await query('update lighting_import set job_id = $2 where id = $1', [id, job])
    await ctx.audit({ what: `lighting.${row.kind}.import`, target: id, detail: { fileName, projectId: row.project_id } }, query)
  })
}

/** Starts the undo of an ended import, once. */
export const startUndo = (ctx: Ctx, row: ImportRow, count: number): Promise<void> =>
  ctx.tx(async (query) => {
    const [taken] = await query(
      `update lighting_import n set phase = 'undoing' where id = $1 and (phase = 'ended' or phase in ('running', 'undoing') and exists (
         select from kit_job j where j.id = coalesce(n.undo_job_id, n.job_id) and j.status = 4)) returning id`,
      [row.id],
    )
    if (!taken) throw row.phase === 'undone' ? lightingErrors.importUndone() : lightingErrors.importOpen()
    const job = await ctx.platform.jobs.start(query, {
      kind: UNDO_JOB,
      tenantId: ctx.tenantId,
      userId: ctx.user.id,
      title: [`撤销导入 ${row.file_name}`, `Undo import ${row.file_name}`],
      input: { importId: row.id },
    })
    await query('update lighting_import set undo_job_id = $2 where id = $1', [row.id, job])
    await ctx.audit({ what: `lighting.${row.kind}.import.undo`, target: row.id, count, detail: { fileName: row.file_name } }, query)
  })

/** Writes the file of a draft to disk while `work` runs. @throws if the import has been started, or the file is gone */
export const withFile = async <R>(
  ctx: Ctx,
  row: ImportRow,
  work: (path: string, inspection: Inspection, mapping: Mapping) => Promise<R>,
): Promise<R> => {
  if (row.phase !== 'draft' || !row.inspection || !row.mapping) throw lightingErrors.importStarted()
  const file = await fetchParts(ctx.platform, ctx.query, row.id)
  if (!file) throw lightingErrors.fileGone()
  try {
    return await work(file.path, row.inspection, row.mapping)
  } finally {
    await file.drop()
  }
}

/** Deletes abandoned drafts and their files. */
export const sweepDrafts = (query: Query, days: number): Promise<unknown> =>
  query(
    `with old as (select id from lighting_import where phase = 'draft' and create_time < now() - make_interval(days => $1)),
       parts as (delete from lighting_import_part where import_id in (select id from old)),
       previews as (delete from lighting_import_preview where import_id in (select id from old))
     delete from lighting_import where id in (select id from old)`,
    [days],
  )

const ABANDONED: Text = [
  '导入命令中途结束；已导入的保留，可撤销。用同一文件再次导入即可继续',
  'The import command stopped before the end of the file. Imported rows are kept and can be undone; importing the same file again continues',
]
/** Ends imports of the command line that began more than a day ago: their process has ended, and no job continues them. */
export const endAbandoned = (query: Query): Promise<unknown> =>
  query(
    `update lighting_import n set phase = 'ended', end_time = now(), reason = $1,
       status = case when exists (select from lighting_import_batch b where b.import_id = n.id) then 3 else 4 end
     where phase = 'running' and job_id is null and create_time < now() - interval '1 day'`,
    [JSON.stringify(ABANDONED)],
  )

/** Deletes a draft with all its data. */
export const discardDraft = async (ctx: Ctx, row: ImportRow): Promise<void> => {
  if (row.phase !== 'draft') throw lightingErrors.importStarted()
  await ctx.tx(async (query) => {
    for (const table of ['lighting_import_part', 'lighting_import_preview'])
      await query(`delete from ${table} where import_id = $1`, [row.id])
    await query("delete from lighting_import where id = $1 and phase = 'draft'", [row.id])
  })
}

const AT_ONCE = 2
const WAITING = 8
let working = 0
const waiting: (() => void)[] = []

/** Limits the number of files read at the same time in this process; throws `busy` if the queue is long. */
export const inTurn = async <R>(work: () => Promise<R>): Promise<R> => {
  if (working >= AT_ONCE) {
    if (waiting.length >= WAITING) throw errors.busy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  working += 1
  try {
    return await work()
  } finally {
    working -= 1
    waiting.shift()?.()
  }
}

/** Inspects a file with the user's corrections of its reading; places are judged by where the tenant has lamps. */
export const inspect = (ctx: Ctx, path: string, reading: InspectOptions['reading'] = {}) =>
  inTurn(async () => inspectInventory(path, { reading, zone: ctx.zone, near: await knownPlaces(ctx.query, ctx.tenantId) }))
