import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Gateways } from '@lamplight/devices/model'
import { type Lang, pick, type Text } from '@lamplight/kit'
import { errors, fieldError, formatTime, type JobRun, type Platform, page, route, T } from '@lamplight/server-kit'
import { type FailedRow, planImport } from './import-plan.handler.ts'
import { readInventory } from './import-read.handler.ts'
import { type ImportCounts, type ImportPlace, storeImport } from './import-store.handler.ts'

export interface ImportResult extends ImportCounts {
  readonly [key: string]: unknown
  /** decisions.md C12: 2 all, 3 some, 4 none. */
  readonly status: 2 | 3 | 4
  readonly total: number
  readonly failed: readonly FailedRow[]
  readonly failedCount: number
  readonly notes: readonly Text[]
  readonly reason: Text | null
}
const SIZE_LIMIT = 64 * 1024 * 1024
const FAILURES_KEPT = 2000
const NOTHING: ImportCounts = { added: 0, changed: 0, unchanged: 0, cabinets: 0, areas: 0 }

/** One import, whole or not at all: what the command line and the call share. */
export const importInventory = async (platform: Platform, place: ImportPlace, bytes: Uint8Array): Promise<ImportResult> => {
  const read = readInventory(bytes)
  if ('unreadable' in read) return { ...NOTHING, status: 4, total: 0, failed: [], failedCount: 0, notes: [], reason: read.unreadable }
  const plan = planImport(read.records)
  const counts = await platform.asTenant(place.tenantId).tx((query) => storeImport(platform, query, place, plan.lamps))
  platform.port<Gateways>('devices.gateways').forget()
  return {
    ...counts,
    status: plan.lamps.length === 0 ? 4 : plan.failed.length > 0 ? 3 : 2,
    total: read.records.length,
    failed: plan.failed.slice(0, FAILURES_KEPT),
    failedCount: plan.failed.length,
    notes: plan.notes,
    reason: null,
  }
}

/** The project of that name in the tenant, made when it is not there. */
export const projectNamed = async (platform: Platform, tenantId: string, name: string): Promise<string> =>
  platform.asTenant(tenantId).tx(async (query) => {
    const [known] = await query<{ id: string }>('select id from places_project where name = $1 and not is_deleted limit 1', [name])
    if (known) return known.id
    const id = platform.newId()
    await query('insert into places_project (id, tenant_id, name, type, sort) values ($1, $2, $3, 2, 1)', [id, tenantId, name])
    return id
  })

export const IMPORT_JOB = 'lighting.import'
const fileOf = (platform: Platform, id: string): string => join(platform.config.dataDir, 'uploads', `${id}.import`)

/** The job behind the call: reads the uploaded file and removes it when it is done. Doing it again changes nothing. */
export const runImport = async ({ input, tenantId, platform, progress }: JobRun): Promise<Record<string, unknown>> => {
  const path = fileOf(platform, String(input.file))
  const bytes = await readFile(path)
  const result = await importInventory(
    platform,
    { tenantId, projectId: String(input.projectId), areaId: (input.areaId as string) || null, groupId: (input.groupId as string) || null },
    bytes,
  )
  await progress(result.total, result.total)
  await rm(path, { force: true })
  return result
}

const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))

export const lampImport = route({
  method: 'POST',
  path: '/api/blade-city/lamp/import',
  summary: ['导入灯具', 'Import lamps'],
  permission: 'lamp_import',
  consumes: 'multipart',
  bodyLimit: SIZE_LIMIT,
  query: T.Object({ areaId: Id, projectId: Id, groupId: Id }),
  handler: async ({ ctx, query, files, fields }) => {
    const parts: Uint8Array[] = []
    let size = 0
    let fileName = ''
    for await (const file of files()) {
      fileName = file.name
      for await (const part of file.stream) {
        size += part.length
        if (size > SIZE_LIMIT) throw errors.tooLarge({ limit: '64 MB' }, 'file')
        parts.push(part)
      }
    }
    if (size === 0) throw errors.missingParameter({ field: 'file' }, 'file')
    const given = { ...fields(), ...query } as Record<string, string | undefined>
    if (!given.projectId) throw errors.missingParameter({ field: 'projectId' }, 'projectId')
    for (const [name, table] of [
      ['projectId', 'places_project'],
      ['areaId', 'places_area'],
      ['groupId', 'devices_group'],
    ] as const) {
      if (!given[name]) continue
      if (!/^\d{1,19}$/.test(given[name])) throw errors.badParameter({ field: name }, name)
      const [there] = await ctx.query(`select 1 from ${table} where id = $1 and not is_deleted`, [given[name]])
      if (!there) throw fieldError(name, ['不存在', 'does not exist'], ctx.lang)
    }
    const file = ctx.platform.newId()
    await mkdir(join(ctx.platform.config.dataDir, 'uploads'), { recursive: true })
    await writeFile(fileOf(ctx.platform, file), Buffer.concat(parts))
    const uploadId = await ctx.platform.jobs.start(ctx.query, {
      kind: IMPORT_JOB,
      tenantId: ctx.tenantId,
      userId: ctx.user.id,
      title: [`导入灯具 ${fileName}`, `Import lamps ${fileName}`],
      input: { file, fileName, projectId: given.projectId, areaId: given.areaId ?? '', groupId: given.groupId ?? '' },
    })
    await ctx.audit({ what: 'lighting.lamp.import', target: uploadId, detail: { fileName, size, projectId: given.projectId } })
    return { uploadId, fileName }
  },
})

interface JobRow {
  id: string
  status: number
  total: number
  input: Record<string, unknown>
  result: Partial<ImportResult>
  create_time: Date
  user_id: string | null
}
const recordOf = (row: JobRow, zone: string, lang: Lang) => ({
  id: row.id,
  uploadId: row.id,
  fileName: row.input.fileName,
  status: row.status,
  total: row.result.total ?? 0,
  successNum: (row.result.total ?? 0) - (row.result.failedCount ?? 0),
  failNum: row.result.failedCount ?? 0,
  added: row.result.added ?? 0,
  changed: row.result.changed ?? 0,
  unchanged: row.result.unchanged ?? 0,
  cabinets: row.result.cabinets ?? 0,
  createTime: formatTime(row.create_time, zone),
  createUser: row.user_id ?? '',
  reason: row.result.reason ? pick(row.result.reason, lang) : '',
  notes: (row.result.notes ?? []).map((note) => pick(note, lang)),
  failures: (row.result.failed ?? []).map((one) => ({ row: one.row, reason: pick(one.reason, lang), values: one.values })),
})

export const lampImportRecord = route({
  method: 'GET',
  path: '/api/blade-city/lamp/import/record',
  summary: ['灯具导入记录', 'Lamp import records'],
  permission: 'lamp_import',
  query: T.Object({ current: T.Integer({ minimum: 1, default: 1 }), size: T.Integer({ minimum: 1, maximum: 200, default: 10 }) }),
  handler: async ({ ctx, query }) => {
    const [rows = [], totals = []] = await ctx.queries([
      [
        "select id, status, total, input, result - 'failed' as result, create_time, user_id from kit_job where tenant_id = $1 and kind = $2 order by create_time desc limit $3 offset $4",
        [ctx.tenantId, IMPORT_JOB, query.size, (query.current - 1) * query.size],
      ],
      ['select count(*)::int as n from kit_job where tenant_id = $1 and kind = $2', [ctx.tenantId, IMPORT_JOB]],
    ])
    return page(
      (rows as unknown as JobRow[]).map((row) => recordOf(row, ctx.zone, ctx.lang)),
      Number(totals[0]?.n ?? 0),
      query.current,
      query.size,
    )
  },
})

/** rule.lampimport.status: how far an import is, what came in and which rows failed why. */
export const lampImportStatus = route({
  method: 'GET',
  path: '/api/blade-city/lamp/import/status',
  summary: ['灯具导入状态', 'Status of a lamp import'],
  permission: 'lamp_import',
  query: T.Object({ uploadId: T.String({ pattern: '^\\d{1,19}$' }) }),
  handler: async ({ ctx, query }) => {
    const [row] = await ctx.query<JobRow>(
      'select id, status, total, input, result, create_time, user_id from kit_job where id = $1 and kind = $2',
      [query.uploadId, IMPORT_JOB],
    )
    if (!row) throw errors.notFound()
    return recordOf(row, ctx.zone, ctx.lang)
  },
})
