import { join } from 'node:path'
import { createOutboundGuard, createVault, type Platform, type Query } from '@lamplight/server-kit'
import { ONE_OF } from '../../model/oss.resource.ts'
import { paramsPort } from '../../model/ports.ts'
import { systemErrors } from '../../model/system.errors.ts'
import { diskStore, type FileStore, s3Store } from './stores.ts'

export interface OssRow {
  readonly id: string
  readonly category: string
  readonly endpoint: string
  readonly region: string | null
  readonly bucket_name: string
  readonly access_key: string
  readonly secret_key: string
}
/** Owner of a file, whose quota it uses; `userId` is null for files of the server itself. */
export interface FileOwner {
  readonly tenantId: string
  readonly userId?: string | null
}

const MEGABYTE = 1024 * 1024
/** Default quotas, MB; the parameters `upload.quota.*` override them. */
const QUOTA = { tenant: 10_240, user: 2048 } as const
const QUOTA_LOCK = 7_263_640

/** Use under which the vault encrypts the secret of an object store. */
export const secretUse = (ossId: string): string => `oss:${ossId}`

/** File stores, and the quotas of tenants and users. */
export const createFileSpace = (platform: Platform) => {
  const { system, config } = platform
  const root = join(config.dataDir, 'files')
  const guard = createOutboundGuard(config)
  const vault = createVault(platform)

  /** Throws if a file of `size` bytes would exceed the quota of the tenant or the user; size 0 checks whether it is used up. */
  const checkQuota = async (query: Query, { tenantId, userId = null }: FileOwner, size: number): Promise<void> => {
    const params = platform.port(paramsPort)
    const most = async (kind: keyof typeof QUOTA): Promise<number> => {
      const set = Number(await params.text(`upload.quota.${kind}`, String(QUOTA[kind])))
      return set > 0 ? set : QUOTA[kind]
    }
    const [used] = await query<{ tenant: number; own: number }>(
      `select coalesce(sum(size), 0)::float8 as tenant, coalesce(sum(size) filter (where create_user = $2), 0)::float8 as own from (
         select attach_size as size, create_user from system_attach where tenant_id = $1 and not is_deleted
         union all select size, create_user from kit_file where tenant_id = $1) f`,
      [tenantId, userId],
    )
    const exceeds = (bytes: number, limit: number): boolean => bytes + Math.max(size, 1) > limit * MEGABYTE
    const [tenant, user] = [await most('tenant'), await most('user')]
    if (exceeds(used?.tenant ?? 0, tenant)) throw systemErrors.filesFull({ limit: tenant }, 'file')
    if (userId !== null && exceeds(used?.own ?? 0, user)) throw systemErrors.filesFullOwn({ limit: user }, 'file')
  }

  return {
    checkQuota,
    /** The same in the transaction that adds the file. A lock serialises the files of a tenant, so that concurrent ones cannot exceed the quota together. */
    reserve: async (query: Query, owner: FileOwner, size: number): Promise<void> => {
      await query('select pg_advisory_xact_lock($1, hashtext($2))', [QUOTA_LOCK, owner.tenantId])
      await checkQuota(query, owner, size)
    },
    /** Runs `work` with an object store, or with the disk (null). */
    using: async <T>(row: OssRow | null, work: (store: FileStore) => Promise<T>): Promise<T> => {
      if (!row) return work(diskStore(root))
      const secretKey = await vault.open(row.secret_key, secretUse(row.id))
      const { category, endpoint, region, bucket_name: bucketName, access_key: accessKey } = row
      return work(await s3Store({ category, endpoint, region, bucketName, accessKey, secretKey }, guard))
    },
    ossById: async (id: string): Promise<OssRow | null> =>
      (await system.query<OssRow>('select * from system_oss where id = $1', [id]))[0] ?? null,
    /** Returns the store for new files of a tenant: the one with this code, else the tenant's active one, else the platform's, else the disk (null). */
    ossFor: async (tenantId: string, code?: string): Promise<OssRow | null> => {
      const [row] = await system.query<OssRow>(
        `select * from system_oss where not is_deleted and ($2::text is null and status = $3 or oss_code = $2) and tenant_id in ($1, '000000')
         order by tenant_id = $1 desc, status desc limit 1`,
        [tenantId, code || null, ONE_OF.on],
      )
      if (!row && code) throw systemErrors.ossUnknown({}, 'code')
      return row ?? null
    },
  }
}
