import type { FileStorage, Platform } from '@lamplight/server-kit'
import { createFileSpace, type OssRow } from './file-space.ts'

/** Storage for files of fields. It uses the same stores and quotas as attachments. */
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
