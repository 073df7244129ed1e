import type { Inspection, Mapping } from '@lamplight/inventory'
import { type Lang, pick, type Text } from '@lamplight/kit'
import { type Ctx, errors, fieldError, formatTime, type Query } from '@lamplight/server-kit'
import type { ImportKind } from '../model/import.ts'
import type { ImportTarget } from './import-batch.ts'
import type { UndoFigures } from './import-undo.ts'

/** Phase of an import. */
export type Phase = 'draft' | 'running' | 'ended' | 'undoing' | 'undone'
export interface ImportRow {
  readonly id: string
  readonly tenant_id: string
  readonly user_id: string | null
  readonly account: string
  readonly create_time: Date
  readonly end_time: Date | null
  readonly kind: ImportKind
  readonly file_name: string
  readonly size: string
  readonly project_id: string | null
  readonly area_id: string | null
  readonly group_id: string | null
  readonly area_ids: string[] | null
  readonly inspection: Inspection | null
  readonly mapping: Mapping | null
  readonly remembered: boolean
  readonly spacing: number | null
  readonly phase: Phase
  readonly status: number
  readonly done: string
  readonly total: string
  readonly failed: string
  readonly reason: Text | null
  readonly notes: readonly Text[]
  readonly undo: UndoFigures | null
  /** Sums of its batches. */
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly cabinets: number
  readonly areas: number
  readonly posts: number
  /** True if its job ended without success. */
  readonly lost: boolean
}

const COLUMNS = `n.id, n.tenant_id, n.user_id, n.account, n.create_time, n.end_time, n.kind, n.file_name, n.size, n.project_id, n.area_id, n.group_id, n.area_ids,
  n.mapping, n.remembered, n.spacing, n.phase, n.status, n.done, n.total, n.failed, n.reason, n.notes, n.undo,
  coalesce(b.added, 0)::int as added, coalesce(b.changed, 0)::int as changed, coalesce(b.unchanged, 0)::int as unchanged,
  coalesce(b.cabinets, 0)::int as cabinets, coalesce(b.areas, 0)::int as areas, coalesce(b.posts, 0)::int as posts, coalesce(j.status = 4, false) as lost`
const FROM = `from lighting_import n
  left join lateral (select sum(added) as added, sum(changed) as changed, sum(unchanged) as unchanged, sum(cardinality(cabinets)) as cabinets,
    sum(cardinality(areas)) as areas, sum(cardinality(posts)) as posts from lighting_import_batch where import_id = n.id) b on true
  left join kit_job j on j.id = case when n.phase = 'undoing' then n.undo_job_id else n.job_id end`

/** Users limited to projects or areas see only their own imports. */
const visible = (ctx: Ctx): string | null => (ctx.user.cut.projects || ctx.user.cut.areas ? ctx.user.id : null)

/** Reads an import that the user may see. @throws errors.notFound */
export const readImport = async (ctx: Ctx, kind: ImportKind, uploadId: string): Promise<ImportRow> => {
  const [row] = await ctx.query<ImportRow>(
    `select ${COLUMNS}, n.inspection ${FROM} where n.id = $1 and n.kind = $2 and n.tenant_id = $3 and ($4::bigint is null or n.user_id = $4)`,
    [uploadId, kind, ctx.tenantId, visible(ctx)],
  )
  if (!row) throw errors.notFound()
  return row
}

/** Returns imports of a kind, newest first, and their number. */
export const listImports = async (ctx: Ctx, kind: ImportKind, current: number, size: number): Promise<[ImportRow[], number]> => {
  const where = `where n.kind = $1 and n.tenant_id = $2 and ($3::bigint is null or n.user_id = $3)`
  const params = [kind, ctx.tenantId, visible(ctx)]
  const [rows, [counted]] = await ctx.queries<[ImportRow, { n: number }]>([
    [
      `select ${COLUMNS}, null as inspection ${FROM} ${where} order by n.id desc limit $4 offset $5`,
      [...params, size, (current - 1) * size],
    ],
    [`select count(*)::int as n from lighting_import n ${where}`, params],
  ])
  return [rows, counted?.n ?? 0]
}

const LOST: Text = [
  '处理多次失败，已停止；已完成的批次保留，可撤销',
  'The import failed several times and has stopped; finished batches are kept and can be undone',
]

/** Wire form of an import (decisions.md C12), in the user's language and zone. */
export const recordOf = (row: ImportRow, zone: string, lang: Lang) => {
  const total = Number(row.total)
  const failed = Number(row.failed)
  const stopped = row.lost && (row.phase === 'running' || row.phase === 'undoing')
  const reason = stopped ? LOST : row.reason
  return {
    id: row.id,
    uploadId: row.id,
    fileName: row.file_name,
    size: Number(row.size),
    phase: stopped ? 'ended' : row.phase,
    status: stopped ? 4 : row.status,
    done: Number(row.done),
    total,
    successNum: Math.max(0, row.phase === 'draft' || row.reason ? 0 : total - failed),
    failNum: failed,
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    cabinets: row.cabinets,
    areas: row.areas,
    posts: row.posts,
    projectId: row.project_id ?? '',
    areaId: row.area_id ?? '',
    groupId: row.group_id ?? '',
    createTime: formatTime(row.create_time, zone),
    endTime: row.end_time ? formatTime(row.end_time, zone) : '',
    createUser: row.user_id ?? '',
    createUserName: row.account,
    reason: reason ? pick(reason, lang) : '',
    notes: row.notes.map((note) => pick(note, lang)),
    undo: row.undo ?? {},
  }
}

const ID = /^\d{1,19}$/
const CHECKS = [
  ['projectId', 'places_projects', 'project'],
  ['areaId', 'places_areas', 'area'],
  ['groupId', 'devices_groups', null],
] as const

/**
 * Reads project, area and group of an import. They must belong to the user's tenant, and be granted to the user if
 * limited. @throws a refusal that names the field
 */
export const targetOf = async (ctx: Ctx, target: Readonly<Record<string, string | undefined>>): Promise<ImportTarget> => {
  if (!target.projectId) throw errors.missingParameter({ field: 'projectId' }, 'projectId')
  const grants =
    ctx.user.cut.projects || ctx.user.cut.areas
      ? await ctx.query<{ kind: string; id: string }>('select kind, ref_id as id from identity_grants where user_id = $1', [ctx.user.id])
      : []
  const granted = (kind: string): string[] => grants.filter((grant) => grant.kind === kind).map(({ id }) => id)
  if (ctx.user.cut.areas && !target.areaId) throw errors.missingParameter({ field: 'areaId' }, 'areaId')
  for (const [name, table, kind] of CHECKS) {
    const id = target[name]
    if (!id) continue
    if (!ID.test(id)) throw errors.badParameter({ field: name }, name)
    const [there] = await ctx.query(`select 1 from ${table} where id = $1 and tenant_id = $2 and not is_deleted`, [id, ctx.tenantId])
    const cut = kind === 'project' ? ctx.user.cut.projects : kind === 'area' && ctx.user.cut.areas
    if (!there || (cut && !granted(kind ?? '').includes(id))) throw fieldError(name, ['不存在', 'does not exist'], ctx.lang)
  }
  return {
    tenantId: ctx.tenantId,
    projectId: target.projectId,
    areaId: target.areaId || null,
    groupId: target.groupId || null,
    areaIds: ctx.user.cut.areas ? granted('area') : null,
  }
}

export const setTarget = (query: Query, importId: string, target: ImportTarget): Promise<unknown> =>
  query('update lighting_import set project_id = $2, area_id = $3, group_id = $4, area_ids = $5 where id = $1', [
    importId,
    target.projectId,
    target.areaId,
    target.groupId,
    target.areaIds,
  ])
