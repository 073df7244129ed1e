import { type Lang, pick, type Text } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { JobRun, Log } from '../platform-types.ts'
import type { Query } from '../query.ts'
import { errors, FAILED } from '../refuse.ts'
import { rowsById, type Writing } from '../resource-rows.ts'
import { writeRow } from '../resource-write.ts'
import { draftFrom, wireRow } from '../wire.ts'
import { columnsIn, type ImportRow, idsByKey, type KeptRow, ROW, rowsIn } from './import-store.ts'
import type { SheetColumn } from './sheet-columns.ts'
import type { SheetRow } from './sheet-file.ts'
import { bodyFrom, type Cells, lookUp, reasonOf } from './sheet-values.ts'

type Values = Record<string, unknown>
/** How the rows of a sheet are interpreted. */
export interface Reading {
  readonly columns: readonly SheetColumn[]
  readonly fixed: Readonly<Values>
  readonly covers: boolean
}
export interface FailedRow {
  readonly row: number
  readonly cells: Cells
  readonly reason: string
}

const ROWS_AT_ONCE = 100
const TWICE: Text = ['文件中重复', 'appears twice in the file']
const THERE: Text = ['已存在', 'exists already']

export const keyOf = ({ served }: Writing, columns: readonly SheetColumn[]): SheetColumn => {
  const sheet = served.resource.io?.import
  const found = columns.find(({ name }) => typeof sheet === 'object' && name === sheet.key)
  if (!found) throw errors.missingParameter({ field: 'key' }, 'file')
  return found
}
const refuse = (column: SheetColumn, message: Text, lang: Lang) =>
  errors.field({ field: column.wire, message: pick(message, lang) }, column.wire)

/** Turns the rows of a sheet into request bodies, with the id of the existing row if there is one, or into reasons for failure. Writes nothing. */
const understand = async (writing: Writing, ctx: Ctx, reading: Reading, rows: readonly SheetRow[]) => {
  const { columns, fixed, covers } = reading
  const { resource } = writing.served
  const key = keyOf(writing, columns)
  const known = await lookUp(
    ctx,
    writing.find,
    columns,
    rows.map(({ cells }) => cells),
  )
  const ids = await idsByKey(
    writing,
    ctx.query,
    ctx.tenantId,
    rows.flatMap(({ cells }) => cells[key.wire] ?? []),
  )
  return rows.map((one): { readonly row: SheetRow; readonly id: string | null; readonly body: Values } | FailedRow => {
    const id = ids.get(one.cells[key.wire] ?? '') ?? null
    try {
      if (id !== null && !covers) throw refuse(key, THERE, ctx.lang)
      const body = bodyFrom(columns, one.cells, fixed, known, ctx.lang)
      draftFrom(resource, body, ctx, id === null)
      return { row: one, id, body }
    } catch (thrown) {
      const reason = reasonOf(thrown, resource, columns, ctx.lang)
      if (reason === null) throw thrown
      return { ...one, reason }
    }
  })
}

/** Returns the rows whose key occurs in an earlier row of the sheet. */
export const rowsTwice = (key: SheetColumn, rows: readonly SheetRow[], lang: Lang): FailedRow[] => {
  const seen = new Set<string>()
  return rows.flatMap((one) => {
    const name = one.cells[key.wire] ?? ''
    if (name === '' || !seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ ...one, reason: `${pick(key.head, lang)}${lang === 'zh' ? '：' : ': '}${pick(TWICE, lang)}` }]
  })
}

/** Counts what an import of these rows would add and change, and lists what would fail. */
export const previewRows = async (writing: Writing, ctx: Ctx, reading: Reading, rows: readonly SheetRow[]) => {
  const found = await understand(writing, ctx, reading, rows)
  const failures = found.filter((one) => 'reason' in one)
  const changed = found.filter((one) => 'body' in one && one.id !== null).length
  return { added: found.length - failures.length - changed, changed, failures }
}

const mark = (query: Query, importId: string, row: number, state: number, reason: string | null): Promise<unknown> =>
  query('update kit_import_row set state = $3, reason = $4 where import_id = $1 and row = $2', [importId, row, state, reason])

/** Writes one row and its result in the same transaction, so that no row is written twice after a restart. */
const writeOne = async (
  writing: Writing,
  ctx: Ctx,
  importId: string,
  one: { row: SheetRow; id: string | null; body: Values },
): Promise<void> => {
  const { id, body, row } = one
  let before: Values | null = null
  if (id !== null) {
    const [old] = await rowsById(writing, ctx, ctx.query, [id])
    const wire = wireRow(writing.served.resource, old as Values, ctx)
    before = Object.fromEntries(Object.keys(body).map((name) => [name, wire[name] ?? null]))
  }
  await writeRow(writing, ctx, body, id, async (query, key) => {
    await query(
      `update kit_import_row set state = $3, reason = null, row_id = $4, before = $5,
         written_at = (select t.update_time from ${writing.store.table} t where t.id = $4) where import_id = $1 and row = $2`,
      [importId, row.row, id === null ? ROW.added : ROW.changed, key, before && JSON.stringify(before)],
    )
  })
}

/** Returns the reason why one row failed. Rethrows errors that are not caused by the row, so that the job is repeated later. */
const reasonFor = (thrown: unknown, writing: Writing, columns: readonly SheetColumn[], lang: Lang, log: Log): string => {
  const reason = reasonOf(thrown, writing.served.resource, columns, lang)
  if (reason !== null) return reason
  const { code } = (thrown ?? {}) as { code?: unknown }
  // Errors of connections and resources are temporary; any other error belongs to the row.
  if (typeof code !== 'string' || /^(08|53|57|58|40|25)/.test(code)) throw thrown
  log.error('import row failed', { why: String(thrown) })
  return pick(FAILED, lang)
}

const goesOn = async (query: Query, importId: string): Promise<boolean> => {
  const [row] = await query<{ stopped_by: string | null }>('select stopped_by from kit_import where id = $1', [importId])
  return row !== undefined && row.stopped_by === null
}

/** Imports the waiting rows one by one; a row that fails does not stop the others (decisions.md A57). */
export const importRows = async (writing: Writing, ctx: Ctx, importRow: ImportRow, job: Pick<JobRun, 'progress'>): Promise<void> => {
  const columns = columnsIn(writing, importRow)
  const reading: Reading = { columns, fixed: importRow.fixed, covers: importRow.covers }
  // In a self-referencing resource a row may refer to the row before it, so rows are read one at a time.
  const namesItself = columns.some(({ field }) => (field.options as { to?: string }).to === writing.served.resource.name)
  let done = importRow.total - (await rowsIn(ctx.query, importRow.id, ROW.waiting)).length
  for (;;) {
    const rows = await rowsIn(ctx.query, importRow.id, ROW.waiting, 0, namesItself ? 1 : ROWS_AT_ONCE)
    if (rows.length === 0 || !(await goesOn(ctx.query, importRow.id))) return
    for (const one of await understand(writing, ctx, reading, rows)) {
      const row = 'reason' in one ? one.row : one.row.row
      try {
        if ('reason' in one) await mark(ctx.query, importRow.id, row, ROW.failed, one.reason)
        else await writeOne(writing, ctx, importRow.id, one)
      } catch (thrown) {
        await mark(ctx.query, importRow.id, row, ROW.failed, reasonFor(thrown, writing, columns, ctx.lang, ctx.platform.log))
      }
      done += 1
    }
    await job.progress(done, importRow.total)
  }
}

interface WrittenRow extends KeptRow {
  readonly state: number
  readonly row_id: string
  readonly before: Values | null
  readonly same: boolean | null
  readonly gone: boolean | null
}
/** Reads the rows that an import wrote, the last first; `same` is true if a row is unchanged since. */
export const writtenRows = ({ store }: Writing, query: Query, importId: string): Promise<WrittenRow[]> =>
  query<WrittenRow>(
    `select r.row, r.cells, r.reason, r.state, r.row_id::text as row_id, r.before, t.update_time = r.written_at as same, t.is_deleted as gone
     from kit_import_row r left join ${store.table} t on t.id = r.row_id
     where r.import_id = $1 and r.state in (${ROW.added}, ${ROW.changed}) order by r.row desc`,
    [importId],
  )

const SINCE: Text = ['导入后已修改，未撤销', 'Changed since the import, so not undone']
/**
 * Undoes an import, the last row first: deletes rows that it added and restores the former values of rows
 * that it changed. Rows changed since are kept.
 */
export const undoRows = async (
  writing: Writing,
  ctx: Ctx,
  importRow: ImportRow,
  job: Pick<JobRun, 'progress'>,
  remove: (ids: readonly string[]) => Promise<unknown>,
): Promise<void> => {
  const rows = await writtenRows(writing, ctx.query, importRow.id)
  const columns = columnsIn(writing, importRow)
  for (const [at, { row, state, row_id: id, before, same, gone }] of rows.entries()) {
    try {
      if (gone !== false) await mark(ctx.query, importRow.id, row, ROW.undone, null)
      else if (!same) await mark(ctx.query, importRow.id, row, ROW.kept, pick(SINCE, ctx.lang))
      else if (state === ROW.added) {
        await remove([id])
        await mark(ctx.query, importRow.id, row, ROW.undone, null)
      } else
        await writeRow(writing, ctx, before ?? {}, id, async (query) => {
          await mark(query, importRow.id, row, ROW.undone, null)
        })
    } catch (thrown) {
      await mark(ctx.query, importRow.id, row, ROW.kept, reasonFor(thrown, writing, columns, ctx.lang, ctx.platform.log))
    }
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await job.progress(at + 1, rows.length)
  }
}
