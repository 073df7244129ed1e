import { columnsOf } from '@lamplight/fields/column'
import type { Field, Lang } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { Query } from '../database/query.ts'
import { errors } from '../http/refuse.ts'
import { formatTime } from '../process/times.ts'
import type { Writing } from '../resource/resource-rows.ts'
import { tableOf } from '../resource/tables.ts'
import { type SheetColumn, sheetColumns } from './sheet-columns.ts'
import type { Sheet } from './sheet-file.ts'
import type { Cells } from './sheet-values.ts'

export type Phase = 'draft' | 'running' | 'ended' | 'undoing' | 'undone'
/** State of a row of an import. */
export const ROW = { waiting: 0, added: 1, changed: 2, failed: 3, undone: 4, kept: 5 } as const

export interface ImportRow extends Record<string, unknown> {
  readonly id: string
  readonly tenant_id: string
  readonly user_id: string
  readonly account: string
  readonly create_time: Date
  readonly end_time: Date | null
  readonly resource: string
  readonly file_name: string
  readonly covers: boolean
  readonly fixed: Readonly<Record<string, unknown>>
  readonly columns: readonly (readonly [wire: string, head: string])[]
  readonly notes: readonly string[]
  readonly lang: Lang
  readonly phase: Phase
  readonly total: number
  readonly reason: string | null
  readonly stopped_by: string | null
  readonly added: number
  readonly changed: number
  readonly failed: number
  readonly undone: number
  readonly kept: number
  /** True if its job gave up. */
  readonly lost: boolean
}
const COUNTED = `(select count(*) filter (where state = 1)::int as added, count(*) filter (where state = 2)::int as changed,
  count(*) filter (where state = 3)::int as failed, count(*) filter (where state = 4)::int as undone,
  count(*) filter (where state = 5)::int as kept from kit_import_row r where r.import_id = i.id)`
const READ = `select i.*, c.*, coalesce(j.status = 4, false) as lost from kit_import i cross join lateral ${COUNTED} c
  left join kit_job j on j.id = case when i.phase in ('undoing', 'undone') then i.undo_job_id else i.job_id end`

/** Limits users with grants or data scopes to their own imports: other imports may contain cells of rows that they may not see. */
const ownOnly = ({ user }: Ctx, params: unknown[]): string =>
  user.cut.projects || user.cut.areas || (user.scopes?.tables.size ?? 0) > 0 ? ` and i.user_id = $${params.push(user.id)}` : ''

/** Reads an import of a resource. @throws errors.notFound */
export const readImport = async (ctx: Ctx, resource: string, uploadId: string): Promise<ImportRow> => {
  const params: unknown[] = [uploadId, resource]
  const [row] = await ctx.query<ImportRow>(`${READ} where i.id = $1 and i.resource = $2${ownOnly(ctx, params)}`, params)
  if (!row) throw errors.notFound()
  return row
}
/** Returns the ids of the rows that an import added. @throws errors.notFound if the user sees no such import of the resource */
export const importedIds = async (ctx: Ctx, resource: string, uploadId: string): Promise<string[]> => {
  const { id } = await readImport(ctx, resource, uploadId)
  const rows = await ctx.query<{ id: string }>(
    `select row_id::text as id from kit_import_row where import_id = $1 and state = ${ROW.added} order by row`,
    [id],
  )
  return rows.map((row) => row.id)
}
export const listImports = async (ctx: Ctx, resource: string, current: number, size: number): Promise<[ImportRow[], number]> => {
  const params: unknown[] = [resource]
  const where = `where i.resource = $1 and i.phase <> 'draft'${ownOnly(ctx, params)}`
  const [rows = [], totals = []] = await ctx.queries([
    [`${READ} ${where} order by i.id desc limit ${size} offset ${(current - 1) * size}`, params],
    [`select count(*)::int as n from kit_import i ${where}`, params],
  ])
  return [rows as ImportRow[], Number(totals[0]?.n ?? 0)]
}

/** Status of an import (decisions.md C12): 0 waiting, 1 processing, 2 success, 3 partly successful, 4 failed. */
export const statusOf = ({ phase, added, changed, failed, total, reason, stopped_by, lost }: ImportRow): 0 | 1 | 2 | 3 | 4 => {
  if (phase === 'draft') return 0
  if (lost || (phase === 'ended' && reason !== null)) return 4
  if (phase === 'running') return added + changed + failed > 0 ? 1 : 0
  if (phase === 'undoing') return 1
  if (failed === 0 && !stopped_by) return 2
  return failed < total ? 3 : 4
}

/** The wire form of an import. */
export const recordOf = (row: ImportRow, zone: string) => ({
  id: row.id,
  uploadId: row.id,
  fileName: row.file_name,
  phase: row.phase,
  status: statusOf(row),
  total: row.total,
  done: row.added + row.changed + row.failed + row.undone + row.kept,
  successNum: row.added + row.changed + row.undone + row.kept,
  failNum: row.failed,
  added: row.added,
  changed: row.changed,
  undone: row.undone,
  kept: row.kept,
  isCovered: row.covers ? 1 : 0,
  reason: row.reason ?? '',
  notes: row.notes,
  createUser: row.user_id,
  createUserName: row.account,
  createTime: formatTime(row.create_time, zone),
  endTime: row.end_time ? formatTime(row.end_time, zone) : '',
})

/** Returns the columns of the sheet that the import reads. */
export const columnsIn = ({ served }: Writing, { columns }: Pick<ImportRow, 'columns'>): SheetColumn[] => {
  const byWire = new Map(sheetColumns(served.resource).map((column) => [column.wire, column]))
  return columns.flatMap(([wire]) => byWire.get(wire) ?? [])
}

/** Stores the rows of a sheet as a draft and resolves with the id of the import. */
export const keepDraft = async (
  ctx: Ctx,
  resource: string,
  sheet: Sheet,
  options: {
    readonly covers: boolean
    readonly fixed: Readonly<Record<string, unknown>>
    readonly notes: readonly string[]
    /** Rows that cannot be imported, whatever the database contains. */
    readonly failed: readonly { readonly row: number; readonly reason: string }[]
  },
): Promise<string> => {
  const id = ctx.platform.newId()
  await ctx.tx(async (query) => {
    await query(
      `insert into kit_import (id, tenant_id, user_id, account, resource, file_name, covers, fixed, columns, notes, lang, total)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id,
        ctx.tenantId,
        ctx.user.id,
        ctx.user.account,
        resource,
        sheet.name,
        options.covers,
        JSON.stringify(options.fixed),
        JSON.stringify(sheet.columns.map(({ wire }, at) => [wire, sheet.heads[at]])),
        JSON.stringify(options.notes),
        ctx.lang,
        sheet.rows.length,
      ],
    )
    await query(
      `insert into kit_import_row (import_id, row, tenant_id, cells, state, reason)
       select $1, (e ->> 'row')::int, $2, e -> 'cells', case when f ->> 'reason' is null then ${ROW.waiting} else ${ROW.failed} end, f ->> 'reason'
       from jsonb_array_elements($3::jsonb) e left join jsonb_array_elements($4::jsonb) f on f ->> 'row' = e ->> 'row'`,
      [id, ctx.tenantId, JSON.stringify(sheet.rows), JSON.stringify(options.failed)],
    )
  })
  return id
}

export interface KeptRow extends Record<string, unknown> {
  readonly row: number
  readonly cells: Cells
  readonly reason: string | null
}
/** Reads the rows of an import in one state, in the order of the file. */
export const rowsIn = (query: Query, importId: string, state: number, from = 0, most = 10_000): Promise<KeptRow[]> =>
  query<KeptRow>(`select row, cells, reason from kit_import_row where import_id = $1 and state = $2 order by row limit $3 offset $4`, [
    importId,
    state,
    most,
    from,
  ])

/** Returns the ids of the rows with these keys, in the caller's tenant. */
export const idsByKey = async (
  { served }: Writing,
  query: Query,
  tenantId: string,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const { resource } = served
  const sheet = resource.io?.import
  const key = typeof sheet === 'object' ? sheet.key : ''
  const [column] = columnsOf(key, resource.fields[key] as Field)
  const rows = await query<{ id: string; key: string }>(
    `select id::text as id, ${column?.name}::text as key from ${tableOf(resource)} where ${column?.name}::text = any($1) and tenant_id = $2 and not is_deleted`,
    [keys, resource.scope === 'global' ? '000000' : tenantId],
  )
  return new Map(rows.map(({ id, key: found }) => [found, id]))
}
