import { placeGateways } from '@lamplight/devices/stored'
import { readProposals, readRows, UnreadableInventory } from '@lamplight/inventory'
import type { Text } from '@lamplight/kit'
import { arrayOf, type DataAccess, type Query, type ThreadWork } from '@lamplight/server-kit/data'
import type { ImportTarget, StoredBatch } from './import-batch.ts'
import { type Chunk, chunksOf, type Reading } from './import-file.ts'
import { dropParts, fetchParts } from './import-parts.ts'
import { countChildren } from './import-places.ts'

/** Number of failed rows stored with their values; all are counted. */
const FAILURES_KEPT = 100_000

interface Work {
  readonly id: string
  readonly target: ImportTarget
  readonly reading: Reading
  /** Number of rows with confirmed proposals, if a preview has counted them. */
  readonly total: number | null
}
type ProgressReport = (done: number, total: number) => Promise<void>

const saveFailures = (query: Query, work: Work, chunk: Chunk, unfit: StoredBatch['unfit']): Promise<unknown> => {
  const rows = [
    ...chunk.failed.map(({ row, reason, values }) => ({ row, reason, values })),
    ...unfit.map(({ row, reason }) => ({ row, reason, values: chunk.valuesOf(row) })),
  ]
  return rows.length === 0
    ? Promise.resolve()
    : query(
        `insert into lighting_import_failure (import_id, row, tenant_id, reason, cells)
         select $1, f.row, $2, f.reason, f.cells from unnest($3::int[], $4::jsonb[], $5::jsonb[]) as f (row, reason, cells) on conflict do nothing`,
        [
          work.id,
          work.target.tenantId,
          rows.map(({ row }) => row),
          rows.map(({ reason }) => JSON.stringify(reason)),
          rows.map(({ values }) => JSON.stringify(values)),
        ],
      )
}

/** Stores one batch and its record in one transaction. */
const storeChunk = async (data: DataAccess, query: Query, work: Work, chunk: Chunk): Promise<number> => {
  // Serialises the batches of a tenant over all processes: each batch sees the keys and lamp numbers of the one before.
  await query("select pg_advisory_xact_lock(hashtext('lighting.import'), hashtext($1))", [work.target.tenantId])
  const batch = await chunk.store(data, query, work.target)
  await query(
    `insert into lighting_import_batch (import_id, at, tenant_id, added, changed, unchanged, refused, lamps, controllers, posts, cabinets, areas, changes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      work.id,
      chunk.at,
      work.target.tenantId,
      batch.added,
      batch.changed,
      batch.unchanged,
      batch.unfit.length,
      ...[batch.lamps, batch.controllers, batch.posts, batch.cabinets, batch.areas].map(arrayOf),
      JSON.stringify(batch.changes),
    ],
  )
  await saveFailures(query, work, chunk, batch.unfit)
  return chunk.failed.length + batch.unfit.length
}

/** Places the gateways of new cabinets without a place in the middle of their lamps, after all lamps are stored. */
const settle = async (query: Query, work: Work): Promise<void> => {
  const middles = await query<{ id: string; lng: number; lat: number }>(
    `select c.gateway_id::text as id, avg(c.lng) as lng, avg(c.lat) as lat from lighting_controller c
     where c.gateway_id in (select unnest(cabinets) from lighting_import_batch where import_id = $1) and not c.is_deleted and c.lng is not null and c.lat is not null
     group by c.gateway_id`,
    [work.id],
  )
  await placeGateways(query, middles)
  await countChildren(query, work.target.projectId)
}

/** Counts the rows of a file and its confirmed proposals, so that the progress has its true total. */
const countRows = async (path: string, { inspection, mapping, spacing, kind }: Reading): Promise<number> => {
  const file = { ...inspection, mapping }
  let rows = inspection.rows.exact ? inspection.rows.count : 0
  if (!inspection.rows.exact) for await (const batch of readRows(path, file)) rows += batch.length
  if (spacing !== null && kind !== 'controller') for await (const batch of readProposals(path, file, { spacing })) rows += batch.length
  return rows
}

/** Reads one element ahead: rows are read while the database stores the previous ones. */
const oneAhead = async function* <T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      // an error of the element read ahead is thrown when it is requested
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await source.return(undefined)
  }
}

const stoppedOf = async (query: Query, importId: string): Promise<string | null> =>
  (await query<{ by: string | null }>('select stopped_by as by from lighting_import where id = $1', [importId]))[0]?.by ?? null
const STOPPED = (by: string): Text => [
  `由 ${by} 停止：余下的行没有导入，已导入的保留，可撤销`,
  `Stopped by ${by}: the remaining rows were left out; imported rows are kept and can be undone`,
]

/**
 * Reads a file and stores its rows batch by batch, each in its own transaction with its record; stored batches are skipped, so
 * that a killed process loses only its open batch.
 */
export const runImport = async (data: DataAccess, path: string, work: Work, onProgress: ProgressReport): Promise<2 | 3 | 4> => {
  const tenant = data.asTenant(work.target.tenantId)
  const stored = new Set(
    (await tenant.query<{ at: number }>('select at from lighting_import_batch where import_id = $1', [work.id])).map(({ at }) => at),
  )
  const [before] = await tenant.query<{ n: number }>('select count(*)::int as n from lighting_import_failure where import_id = $1', [
    work.id,
  ])
  let kept = before?.n ?? 0
  let rows = 0
  let failing = 0
  const expected = work.total ?? (await countRows(path, work.reading))
  await tenant.query('update lighting_import set total = $2 where id = $1', [work.id, expected])
  const { chunks, notes } = chunksOf(path, work.reading)
  let stoppedBy: string | null = null
  for await (const chunk of oneAhead(chunks)) {
    stoppedBy = await stoppedOf(tenant.query, work.id)
    if (stoppedBy !== null) break
    rows = chunk.rows
    failing += chunk.failed.length
    if (!stored.has(chunk.at))
      await tenant.tx(async (query) => {
        kept += await storeChunk(data, query, work, kept < FAILURES_KEPT ? chunk : { ...chunk, failed: [] })
        await query('update lighting_import set done = $2 where id = $1', [work.id, rows])
      })
    await onProgress(rows, expected)
  }
  const counted = await tenant.query<{ added: number; changed: number; unchanged: number; refused: number; made: number }>(
    'select added, changed, unchanged, refused, cardinality(cabinets) as made from lighting_import_batch where import_id = $1',
    [work.id],
  )
  const taken = counted.reduce((sum, batch) => sum + batch.added + batch.changed + batch.unchanged + batch.made, 0)
  const failed = failing + counted.reduce((sum, batch) => sum + batch.refused, 0)
  const status = taken === 0 ? 4 : failed > 0 || stoppedBy !== null ? 3 : 2
  const remarks = stoppedBy === null ? notes() : [...notes(), STOPPED(stoppedBy)]
  await tenant.tx(async (query) => {
    await settle(query, work)
    await query(
      `update lighting_import set phase = 'ended', status = $2, done = $3, total = $3, failed = $4, notes = $5, stopped_by = $6, end_time = now() where id = $1`,
      // a stop after the last rows had no effect
      [work.id, status, rows, failed, JSON.stringify(remarks), stoppedBy],
    )
    await dropParts(query, work.id)
    await query('delete from lighting_import_preview where import_id = $1', [work.id])
  })
  return status
}

/** Ends an import whose file turned out to be unreadable, with the reason. */
const refuse = (query: Query, id: string, reason: readonly [string, string]): Promise<unknown> =>
  query(
    `with gone as (delete from lighting_import_part where import_id = $1)
     update lighting_import set phase = 'ended', status = 4, reason = $2, end_time = now() where id = $1`,
    [id, JSON.stringify(reason)],
  )

interface Stored {
  project_id: string
  area_id: string | null
  group_id: string | null
  area_ids: string[] | null
  kind: Reading['kind']
  inspection: Reading['inspection']
  mapping: Reading['mapping']
  spacing: number | null
  phase: string
  status: number
  previewed: number | null
}
const NO_FILE = ['文件已不在，请重新上传', 'The file is no longer there: upload it again'] as const

/** The job of an import, in its own thread. Repeating it continues where it stopped. */
export const run: ThreadWork = async ({ input, tenantId, progress }, data) => {
  const id = String(input.importId)
  const { query } = data.asTenant(tenantId)
  const [row] = await query<Stored>(
    "select n.*, (p.preview->>'rows')::int as previewed from lighting_import n left join lighting_import_preview p on p.import_id = n.id where n.id = $1",
    [id],
  )
  if (row?.phase !== 'running') return { status: row?.status ?? 4 }
  await query('update lighting_import set status = 1 where id = $1', [id])
  const file = await fetchParts(data, query, id)
  if (!file) {
    await refuse(query, id, NO_FILE)
    return { status: 4 }
  }
  const target = { tenantId, projectId: row.project_id, areaId: row.area_id, groupId: row.group_id, areaIds: row.area_ids }
  const reading = { kind: row.kind, inspection: row.inspection, mapping: row.mapping, spacing: row.spacing }
  try {
    return { status: await runImport(data, file.path, { id, target, reading, total: row.previewed }, progress) }
  } catch (thrown) {
    if (!(thrown instanceof UnreadableInventory)) throw thrown
    await refuse(query, id, thrown.text)
    return { status: 4 }
  } finally {
    await file.drop()
  }
}
