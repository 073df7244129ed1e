import type { Readable } from 'node:stream'
import { definePort } from '@lamplight/kit'
import type { Query } from '../query.ts'

/** Where the bytes of files stand: the disk of the server, or the object store that the tenant has in use. */
export interface FileStorage {
  /** Id of the object store that takes new files of a tenant; null: the disk. */
  readonly storeFor: (tenantId: string) => Promise<string | null>
  /**
   * Refuses a file of `size` bytes where the tenant or the user would have more than their space; a size of 0 asks whether it is used up. Other files
   * of the tenant wait until the transaction ends.
   */
  readonly reserve: (query: Query, owner: { readonly tenantId: string; readonly userId: string | null }, size: number) => Promise<void>
  /** Takes the file at `path`, which it may move. */
  readonly put: (storeId: string | null, key: string, path: string, size: number, type: string) => Promise<void>
  /** Throws where there is no such file. */
  readonly open: (storeId: string | null, key: string) => Promise<Readable>
  readonly remove: (storeId: string | null, key: string) => Promise<void>
}
/** Provided by the slice of the object stores. */
export const fileStoragePort = definePort<FileStorage>('kit.fileStorage')
