import type { FileStorage, Platform } from '@lamplight/server-kit'
import { createFileSpace, type OssRow } from './file-space.ts'

/** The store of the files of fields: the same as that of attachments, with the same space for a tenant and a user. */
export const createFileStorage = (platform: Platform): FileStorage => {
  const { using, ossById, ossFor, reserve } = createFileSpace(platform)
  const storeOf = async (storeId: string | null): Promise<OssRow | null> => (storeId === null ? null : ossById(storeId))
  return {
    reserve,
    storeFor: async (tenantId) => (await ossFor(tenantId))?.id ?? null,
    put: async (storeId, key, path, size, type) => using(await storeOf(storeId), (store) => store.put(key, path, size, type)),
    open: async (storeId, key) => using(await storeOf(storeId), (store) => store.open(key)),
    remove: async (storeId, key) => using(await storeOf(storeId), (store) => store.remove(key)),
  }
}
