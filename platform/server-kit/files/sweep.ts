import { columnsOf } from '@lamplight/fields/column'
import type { Field } from '@lamplight/kit'
import type { Platform } from '../platform-types.ts'
import { registryPort } from '../ports.ts'
import { tableOf } from '../resource/tables.ts'
import { fileFields } from './file-store.ts'
import { sweepSpool } from './spool.ts'
import { fileStoragePort } from './storage.ts'

const DAY_MS = 86_400_000
const FILES_AT_ONCE = 500

/** Marks files whose row was removed or does not contain them any more, and uploads that were not submitted with a row within a day. */
const markGone = async (platform: Platform): Promise<void> => {
  const { system, clock } = platform
  for (const { resource } of platform.port(registryPort).resources.values())
    for (const { name } of fileFields(resource)) {
      const column = columnsOf(name, resource.fields[name] as Field)[0]?.name
      await system.query(
        `update kit_file f set gone = true where f.resource = $1 and f.field = $2 and f.row_id is not null and not f.gone and not exists (
           select 1 from ${tableOf(resource)} t where t.id = f.row_id and not t.is_deleted and t.${column} @> jsonb_build_array(jsonb_build_object('id', f.id::text)))`,
        [resource.name, name],
      )
    }
  await system.query('update kit_file set gone = true where row_id is null and not gone and create_time < $1', [
    new Date(clock.now() - DAY_MS),
  ])
}

/**
 * Deletes files to which no row refers (first the content, then the metadata) and partial uploads of killed processes. Returns their number. If a store
 * refuses to delete a content, the next call tries again.
 */
export const sweepFiles = async (platform: Platform): Promise<number> => {
  await markGone(platform)
  const { system } = platform
  const storage = platform.port(fileStoragePort)
  let [removed, last] = [await sweepSpool(platform.config.dataDir), '0']
  for (;;) {
    const files = await system.query<{ id: string; key: string; storeId: string | null }>(
      `select id, key, store_id as "storeId" from kit_file where gone and id > $1 order by id limit ${FILES_AT_ONCE}`,
      [last],
    )
    const done: string[] = []
    for (const { id, key, storeId } of files)
      await storage.remove(storeId, key).then(
        () => done.push(id),
        (thrown: unknown) => platform.log.warn('a removed file stays behind', { id, why: String(thrown) }),
      )
    if (done.length > 0) await system.query('delete from kit_file where id = any($1)', [done])
    removed += done.length
    last = files.at(-1)?.id ?? last
    if (files.length < FILES_AT_ONCE) return removed
  }
}
