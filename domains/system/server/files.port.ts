import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createOutboundGuard, createVault, keptSecret, type Platform, type Query } from '@lamplight/server-kit'
import { ONE_OF } from '../model/oss.resource.ts'
import { paramsPort } from '../model/ports.ts'
import { systemErrors } from '../model/system.errors.ts'
import { type FileType, fileType, HEAD_BYTES } from './file-types.ts'
import { diskStore, type FileStore, s3Store } from './stores.ts'

/** A stored file. */
export interface StoredFile {
  readonly id: string
  /** Address that opens the file without a sign-in. */
  readonly link: string
  /** Key under which it is stored. */
  readonly name: string
  readonly domain: string
  readonly originalName: string
}
export interface OpenFile {
  readonly stream: Readable
  readonly type: string
  readonly size: number
  readonly originalName: string
  readonly inline: boolean
}
interface NewFile {
  readonly tenantId: string
  readonly userId?: string | null
  /** File name from the sender; stored as text and never used as a path. */
  readonly name: string
  /** Purpose of the file: the parameter `upload.max.{purpose}` limits its size, MB. */
  readonly purpose: string
  /** Code of an object store of the tenant, instead of the active one. */
  readonly store?: string | undefined
  /** Scheme and host for an absolute link; without it the link is a path of this server. */
  readonly origin?: string
}

/** Throws if the file is too large or of an unknown type. */
export interface Files {
  readonly store: (content: AsyncIterable<Uint8Array> | Uint8Array, file: NewFile) => Promise<StoredFile>
  /** Null if the file does not exist any more. The caller must have checked the permission. */
  readonly open: (id: string) => Promise<OpenFile | null>
  /** Returns an address that opens the file without a sign-in; with `seconds` only for that time. */
  readonly link: (id: string, seconds?: number) => Promise<string>
  /** Returns true if `sign` opens the file now. */
  readonly opens: (id: string, sign: string, expires: number) => Promise<boolean>
  /** Deletes the bytes of removed rows. */
  readonly remove: (ids: readonly string[]) => Promise<void>
  /** Writes, reads and deletes a test file in an object store; throws if one of these fails. */
  readonly probe: (ossId: string) => Promise<void>
}

const MEGABYTE = 1024 * 1024
/** Default size limit by purpose, MB (decisions.md A56). */
const LARGEST: Readonly<Record<string, number>> = { picture: 10, firmware: 64, app: 200, program: 500, sheet: 5, file: 64 }
const NAME_AT_MOST = 200
/** Default storage quota, MB. */
const QUOTA = { tenant: 10_240, user: 2048 } as const
const KEY = 'files.key'
const QUOTA_LOCK = 7_263_640
export const FILE_PATH = '/api/blade-resource/oss/file'

interface OssRow {
  readonly id: string
  readonly category: string
  readonly endpoint: string
  readonly region: string | null
  readonly bucket_name: string
  readonly access_key: string
  readonly secret_key: string
}
interface AttachRow {
  readonly id: string
  readonly name: string
  readonly original_name: string
  readonly content_type: string
  readonly attach_size: string
  readonly store_id: string | null
}

/** Returns the error of a store without a stack. */
export const reasonOf = (thrown: unknown): string => {
  const { name = '', message = '' } = (thrown ?? {}) as { name?: string; message?: string }
  return `${name}: ${message}`.slice(0, 200)
}

export const secretUse = (ossId: string): string => `oss:${ossId}`

export const createFiles = (platform: Platform): Files => {
  const { system, config, clock } = platform
  const root = join(config.dataDir, 'files')
  const guard = createOutboundGuard(config)
  const vault = createVault(platform)
  let signing: Promise<string> | undefined

  const keyOf = async (): Promise<string> => {
    signing ??= keptSecret({ system }, KEY).catch((thrown: unknown) => {
      signing = undefined
      throw thrown
    })
    return signing
  }
  const signOf = async (id: string, expires: number): Promise<string> =>
    createHmac('sha256', await keyOf())
      .update(`${id}.${expires}`)
      .digest('base64url')

  const using = async <T>(row: OssRow | null, work: (store: FileStore) => Promise<T>): Promise<T> => {
    if (!row) return work(diskStore(root))
    const secretKey = await vault.open(row.secret_key, secretUse(row.id))
    const { category, endpoint, region, bucket_name: bucketName, access_key: accessKey } = row
    return work(await s3Store({ category, endpoint, region, bucketName, accessKey, secretKey }, guard))
  }
  const ossById = async (id: string): Promise<OssRow | null> =>
    (await system.query<OssRow>('select * from system_oss where id = $1', [id]))[0] ?? null
  /** Returns the store for new files of a tenant: the requested one, the tenant's active one, the platform's, or null (the disk). */
  const ossFor = async ({ tenantId, store }: NewFile): Promise<OssRow | null> => {
    const [row] = await system.query<OssRow>(
      `select * from system_oss where not is_deleted and ($2::text is null and status = $3 or oss_code = $2) and tenant_id in ($1, '000000')
       order by tenant_id = $1 desc, status desc limit 1`,
      [tenantId, store || null, ONE_OF.on],
    )
    if (!row && store) throw systemErrors.ossUnknown({}, 'code')
    return row ?? null
  }
  const limitOf = async (purpose: string): Promise<number> => {
    const largest = LARGEST[purpose] ?? LARGEST.file ?? 64
    const set = Number(await platform.port(paramsPort).text(`upload.max.${purpose}`, String(largest)))
    return Math.min(set > 0 ? set : largest, Math.max(largest, 64))
  }

  /** Throws if a file of `size` bytes would exceed the quota of the tenant or user; a size of 0 checks whether the quota is used up. */
  const checkQuota = async (query: Query, { tenantId, userId = null }: NewFile, size: number): Promise<void> => {
    const params = platform.port(paramsPort)
    const most = async (kind: keyof typeof QUOTA): Promise<number> => {
      const set = Number(await params.text(`upload.quota.${kind}`, String(QUOTA[kind])))
      return set > 0 ? set : QUOTA[kind]
    }
    const [used] = await query<{ tenant: number; own: number }>(
      `select coalesce(sum(attach_size), 0)::float8 as tenant, coalesce(sum(attach_size) filter (where create_user = $2), 0)::float8 as own
       from system_attach where tenant_id = $1 and not is_deleted`,
      [tenantId, userId],
    )
    const exceeds = (bytes: number, limit: number): boolean => bytes + Math.max(size, 1) > limit * MEGABYTE
    const [tenant, user] = [await most('tenant'), await most('user')]
    if (exceeds(used?.tenant ?? 0, tenant)) throw systemErrors.filesFull({ limit: tenant }, 'file')
    if (userId !== null && exceeds(used?.own ?? 0, user)) throw systemErrors.filesFullOwn({ limit: user }, 'file')
  }

  /** Writes the content to a new file up to the size limit, and reads its first bytes. */
  const receive = async (path: string, content: AsyncIterable<Uint8Array> | Uint8Array, file: NewFile) => {
    const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    const ended = finished(out)
    ended.catch(() => undefined)
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let size = 0
    let type: FileType | null = null
    const most = { picture: await limitOf('picture'), other: await limitOf(file.purpose === 'picture' ? 'file' : file.purpose) }
    const known = (): FileType => {
      type ??= fileType(head, file.name)
      if (!type) throw systemErrors.fileType({}, 'file')
      return type
    }
    try {
      for await (const part of content instanceof Uint8Array ? [content] : content) {
        size += part.length
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, part]).subarray(0, HEAD_BYTES)
        if (head.length >= HEAD_BYTES) known()
        const limit = (type as FileType | null)?.picture ? most.picture : Math.max(most.other, most.picture)
        if (size > limit * MEGABYTE) throw systemErrors.fileSize({ limit }, 'file')
        hash.update(part)
        if (!out.write(part)) await once(out, 'drain')
      }
      if (size === 0) throw systemErrors.fileEmpty({}, 'file')
      const found = known()
      const limit = found.picture ? most.picture : most.other
      if (size > limit * MEGABYTE) throw systemErrors.fileSize({ limit }, 'file')
      out.end()
      await ended
      return { ...found, size, sha256: hash.digest('hex') }
    } catch (thrown) {
      out.destroy()
      throw thrown
    }
  }

  return {
    store: async (content, file) => {
      const id = platform.newId()
      const folder = join(root, 'new')
      const path = join(folder, id)
      await checkQuota(system.query, file, 0)
      await mkdir(folder, { recursive: true })
      try {
        const { extension, type, size, sha256 } = await receive(path, content, file)
        const oss = await ossFor(file)
        const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '')
        const name = `upload/${file.tenantId}/${day}/${id}.${extension}`
        const domain = file.origin ?? ''
        const link = `${domain}${FILE_PATH}/${id}?sign=${await signOf(id, 0)}`
        const originalName = file.name.replace(/[\p{Cc}/\\]/gu, '_').slice(-NAME_AT_MOST) || `${id}.${extension}`
        // The row is inserted first and removed if the store fails: so files of a tenant that arrive together are counted one after the other.
        await system.tx(async (query) => {
          await query('select pg_advisory_xact_lock($1, hashtext($2))', [QUOTA_LOCK, file.tenantId])
          await checkQuota(query, file, size)
          await query(
            `insert into system_attach (id, tenant_id, create_user, update_user, original_name, extension, attach_size, purpose, content_type, name, domain, link, store_id, sha256)
             values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
            [
              id,
              file.tenantId,
              file.userId ?? null,
              originalName,
              extension,
              size,
              file.purpose,
              type,
              name,
              domain,
              link,
              oss?.id ?? null,
              sha256,
            ],
          )
        })
        await using(oss, (store) => store.put(name, path, size, type)).catch(async (thrown: unknown) => {
          await system.query('delete from system_attach where id = $1', [id])
          // If the sender chose the store by its code, its failure is an error of the request; else the service is unavailable.
          throw oss && file.store ? systemErrors.ossFailed({ why: reasonOf(thrown) }, 'code') : thrown
        })
        return { id, link, name, domain, originalName }
      } finally {
        await rm(path, { force: true })
      }
    },
    open: async (id) => {
      const [row] = await system.query<AttachRow>('select * from system_attach where id = $1 and not is_deleted', [id])
      if (!row) return null
      const oss = row.store_id === null ? null : await ossById(row.store_id)
      const stream = await using(oss, (store) => store.open(row.name)).catch((thrown: unknown) => {
        platform.log.warn('a file could not be opened', { id, why: String(thrown) })
        return null
      })
      const inline = /^(image\/(png|jpeg|gif|webp)|video\/mp4)$/.test(row.content_type)
      return stream && { stream, type: row.content_type, size: Number(row.attach_size), originalName: row.original_name, inline }
    },
    link: async (id, seconds) => {
      const expires = seconds === undefined ? 0 : Math.floor(clock.now() / 1000) + seconds
      return `${FILE_PATH}/${id}?${expires > 0 ? `expires=${expires}&` : ''}sign=${await signOf(id, expires)}`
    },
    opens: async (id, sign, expires) => {
      const [right, given] = [Buffer.from(await signOf(id, expires)), Buffer.from(sign)]
      const fits = right.length === given.length && timingSafeEqual(right, given)
      return fits && (expires === 0 || expires * 1000 > clock.now())
    },
    remove: async (ids) => {
      const rows = await system.query<AttachRow>('select * from system_attach where id = any($1) and is_deleted', [ids])
      for (const row of rows) {
        const oss = row.store_id === null ? null : await ossById(row.store_id)
        await using(oss, (store) => store.remove(row.name)).catch((thrown: unknown) =>
          platform.log.warn('a removed file stays behind', { id: row.id, why: String(thrown) }),
        )
      }
    },
    probe: async (ossId) => {
      const row = await ossById(ossId)
      if (!row) throw systemErrors.ossUnknown()
      const name = `upload/probe-${platform.newId()}.txt`
      const folder = join(root, 'new')
      await mkdir(folder, { recursive: true })
      const path = join(folder, platform.newId())
      const bytes = randomBytes(24)
      try {
        const out = createWriteStream(path)
        out.end(bytes)
        await finished(out)
        await using(row, async (store) => {
          await store.put(name, path, bytes.length, 'text/plain')
          const parts: Buffer[] = []
          for await (const part of await store.open(name)) parts.push(part as Buffer)
          await store.remove(name)
          if (!Buffer.concat(parts).equals(bytes)) throw new Error('other bytes came back')
        })
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}
