import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { inspectInventory, UnreadableInventory } from '@lamplight/inventory'
import type { Text } from '@lamplight/kit'
import { storeProject } from '@lamplight/places/stored'
import type { Platform } from '@lamplight/server-kit'
import { directoryPort } from '@lamplight/system/model'
import type { ImportTarget } from './import-batch.ts'
import type { Reading } from './import-file.ts'
import { corrected } from './import-mapping.ts'
import { type Preview, previewImport } from './import-preview.ts'
import { runImport } from './import-run.ts'
import { knownPlaces } from './known-places.ts'
import type { FileMapping } from './mapping-file.ts'

/** Arguments of the command line for a file. */
export interface FileOrder {
  readonly path: string
  readonly kind: Reading['kind']
  readonly tenantId: string
  /** Called after the file has been read successfully, so that an unreadable file creates nothing. */
  readonly target: () => Promise<ImportTarget>
  /** Corrections of the detected mapping. */
  readonly mapping?: FileMapping
  /** Distance of lamps generated along lit ways, m; null: none. */
  readonly spacing: number | null
}
type Figures = 'added' | 'changed' | 'unchanged' | 'failed' | 'cabinets' | 'areas' | 'posts' | 'notes' | 'question'
export interface FileOutcome extends Pick<Preview, Figures> {
  readonly importId: string
  readonly status: 2 | 3 | 4
  readonly total: number
  readonly failures: readonly { readonly row: number; readonly reason: Text }[]
}

/** @throws UnreadableInventory */
const readingOf = async (platform: Platform, { path, kind, tenantId, mapping = {}, spacing }: FileOrder): Promise<Reading> => {
  const { columns, place, lengthUnit, powerUnit, rules, lampTypes, nearby, ...reading } = mapping
  const correction = { columns, place, lengthUnit, powerUnit, rules, lampTypes, nearby }
  const { query } = platform.asTenant(tenantId)
  const zone = (await platform.port(directoryPort).zoneOf(query, tenantId)) ?? undefined
  const found = await inspectInventory(path, { reading, columns, zone, near: await knownPlaces(query, tenantId) })
  if ('refusal' in found) throw new UnreadableInventory(found.refusal)
  return { kind, inspection: found, mapping: corrected(found, found.mapping, correction, kind, 'en'), spacing }
}

/** Returns what importing a file would do; writes nothing. */
export const dryRun = async (platform: Platform, order: FileOrder): Promise<Preview> => {
  const reading = await readingOf(platform, order)
  const target = await order.target()
  const { query } = platform.asTenant(target.tenantId)
  return (await previewImport(platform, query, target, order.path, reading)).preview
}

/** Imports a file directly into the database, with the record by which the console shows and undoes it. */
export const importFile = async (platform: Platform, order: FileOrder): Promise<FileOutcome> => {
  const reading = await readingOf(platform, order)
  const target = await order.target()
  const tenant = platform.asTenant(target.tenantId)
  const importId = platform.newId()
  await tenant.query(
    `insert into lighting_import (id, tenant_id, kind, file_name, size, project_id, area_id, group_id, inspection, mapping, spacing, phase, status, total)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'running', 1, $12)`,
    [
      importId,
      target.tenantId,
      order.kind,
      basename(order.path).slice(-200),
      (await stat(order.path)).size,
      target.projectId,
      target.areaId,
      target.groupId,
      JSON.stringify(reading.inspection),
      JSON.stringify(reading.mapping),
      order.spacing,
      0,
    ],
  )
  const end = async (): Promise<void> => undefined
  try {
    const status = await runImport(platform, order.path, { id: importId, target, reading, total: null }, end)
    const [row] = await tenant.query<Omit<FileOutcome, 'importId' | 'status' | 'failures' | 'question'>>(
      `select n.total::int as total, n.failed::int as failed, n.notes, coalesce(sum(b.added), 0)::int as added, coalesce(sum(b.changed), 0)::int as changed,
         coalesce(sum(b.unchanged), 0)::int as unchanged, coalesce(sum(cardinality(b.cabinets)), 0)::int as cabinets,
         coalesce(sum(cardinality(b.areas)), 0)::int as areas, coalesce(sum(cardinality(b.posts)), 0)::int as posts
       from lighting_import n left join lighting_import_batch b on b.import_id = n.id where n.id = $1 group by n.id`,
      [importId],
    )
    const failures = await tenant.query<{ row: number; reason: Text }>(
      'select row, reason from lighting_import_failure where import_id = $1 order by row limit 20',
      [importId],
    )
    return {
      importId,
      status,
      failures,
      question: reading.inspection.question ?? null,
      ...(row as Omit<FileOutcome, 'importId' | 'status' | 'failures' | 'question'>),
    }
  } catch (thrown) {
    await tenant.query("update lighting_import set phase = 'ended', status = 4, end_time = now() where id = $1 and phase = 'running'", [
      importId,
    ])
    throw thrown
  }
}

const PROJECT = 'select id from places_projects where name = $1 and not is_deleted order by id limit 1'

/** Returns the tenant's project with that name; null if it does not exist. */
export const findProject = async (platform: Platform, tenantId: string, name: string): Promise<string | null> =>
  (await platform.asTenant(tenantId).query<{ id: string }>(PROJECT, [name]))[0]?.id ?? null

/** Returns the tenant's project with that name, and creates it if it does not exist. */
export const projectNamed = async (platform: Platform, tenantId: string, name: string): Promise<string> =>
  platform.asTenant(tenantId).tx(async (query) => {
    const [known] = await query<{ id: string }>(PROJECT, [name])
    if (known) return known.id
    const id = platform.newId()
    await storeProject(query, { id, tenantId, name, type: 2, sort: 1 })
    return id
  })
