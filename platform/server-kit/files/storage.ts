import type { Readable } from 'node:stream'
import { definePort } from '@lamplight/kit'
import type { Query } from '../database/query.ts'

/** Where file contents are stored: on the disk of the server, or in the object store that the tenant uses. */
export interface FileStorage {
  /** Returns the id of the object store for new files of a tenant; null: the disk. */
  readonly storeFor: (tenantId: string) => Promise<string | null>
  /**
   * Throws if a file of `size` bytes exceeds the space of the tenant or user; size 0 checks whether the space is used up. Locks the tenant's space until
   * the transaction ends.
   */
  readonly reserve: (query: Query, owner: { readonly tenantId: string; readonly userId: string | null }, size: number) => Promise<void>
  /** Stores the file at `path`; it may move it. */
  readonly put: (storeId: string | null, key: string, path: string, size: number, type: string) => Promise<void>
  /** Returns the content; throws if the file does not exist. */
  readonly open: (storeId: string | null, key: string) => Promise<Readable>
  readonly remove: (storeId: string | null, key: string) => Promise<void>
}
/** Provided by the slice of the object stores. */
export const fileStoragePort = definePort<FileStorage>('kit.fileStorage')
