import type { Readable } from 'node:stream'
import { fileForm } from '@lamplight/fields/file-content'
import type { FileKind, ResourceDefinition } from '@lamplight/kit'
import type { Platform } from '../platform-types.ts'
import { fileStoragePort } from './storage.ts'

export interface RowFile {
  readonly type: string
  readonly size: number
  readonly open: () => Promise<Readable>
}

/** Returns a file of the row `rowId` for callers without a user, who have checked that it may be shown; null if the row has no such file. */
export const rowFile = async (
  platform: Pick<Platform, 'system' | 'port'>,
  resource: ResourceDefinition,
  { tenantId, rowId, id }: { readonly tenantId: string; readonly rowId: string; readonly id: string },
): Promise<RowFile | null> => {
  const [found] = await platform.system.query<{ kind: FileKind; size: number; key: string; storeId: string | null }>(
    `select kind, size::float8 as size, key, store_id as "storeId" from kit_file
     where id = $1 and resource = $2 and row_id = $3 and tenant_id = $4 and not gone`,
    [id, resource.name, rowId, tenantId],
  )
  if (!found) return null
  const { kind, size, key, storeId } = found
  return { type: fileForm(kind).type, size, open: () => platform.port(fileStoragePort).open(storeId, key) }
}
