import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { HEAD_BYTES } from '@lamplight/fields/file-content'
import { keptSecret, type Platform, spool, spoolPath } from '@lamplight/server-kit'
import { paramsPort } from '../../model/ports.ts'
import { systemErrors } from '../../model/system.errors.ts'
import { createFileSpace } from './file-space.ts'
import { type FileType, fileType } from './file-types.ts'

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
/** Name of the secret that signs links to files; the seed creates it. */
export const FILES_KEY = 'files.key'
export const FILE_PATH = '/api/blade-resource/oss/file'

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

export const createFiles = (platform: Platform): Files => {
  const { system, config, clock } = platform
  const space = createFileSpace(platform)
  const { using, ossById } = space
  let signing: Promise<string> | undefined

  const keyOf = async (): Promise<string> => {
    signing ??= keptSecret({ system }, FILES_KEY).catch((thrown: unknown) => {
      signing = undefined
      throw thrown
    })
    return signing
  }
  const signOf = async (id: string, expires: number): Promise<string> =>
    createHmac('sha256', await keyOf())
      .update(`${id}.${expires}`)
      .digest('base64url')

  const limitOf = async (purpose: string): Promise<number> => {
    const largest = LARGEST[purpose] ?? LARGEST.file ?? 64
    const set = Number(await platform.port(paramsPort).text(`upload.max.${purpose}`, String(largest)))
    return Math.min(set > 0 ? set : largest, Math.max(largest, 64))
  }

  /** Writes the received bytes to a temporary file, up to the limit, and detects the type by the first bytes. */
  const receive = async (path: string, content: AsyncIterable<Uint8Array> | Uint8Array, file: NewFile) => {
    const most = { picture: await limitOf('picture'), other: await limitOf(file.purpose === 'picture' ? 'file' : file.purpose) }
    const known = (head: Uint8Array): FileType => {
      const type = fileType(head, file.name)
      if (!type) throw systemErrors.fileType({}, 'file')
      return type
    }
    const refuseAbove = (size: number, limit: number): void => {
      if (size > limit * MEGABYTE) throw systemErrors.fileSize({ limit }, 'file')
    }
    let type: FileType | null = null
    const { size, sha256, head } = await spool(path, content, (soFar, first) => {
      if (first.length >= HEAD_BYTES) type ??= known(first)
      refuseAbove(soFar, (type as FileType | null)?.picture ? most.picture : Math.max(most.other, most.picture))
    })
    if (size === 0) throw systemErrors.fileEmpty({}, 'file')
    const found = known(head)
    refuseAbove(size, found.picture ? most.picture : most.other)
    return { ...found, size, sha256 }
  }

  return {
    store: async (content, file) => {
      const id = platform.newId()
      const path = spoolPath(config.dataDir, id)
      await space.checkQuota(system.query, file, 0)
      try {
        const { extension, type, size, sha256 } = await receive(path, content, file)
        const oss = await space.ossFor(file.tenantId, file.store)
        const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '')
        const name = `upload/${file.tenantId}/${day}/${id}.${extension}`
        const domain = file.origin ?? ''
        const link = `${domain}${FILE_PATH}/${id}?sign=${await signOf(id, 0)}`
        const originalName = file.name.replace(/[\p{Cc}/\\]/gu, '_').slice(-NAME_AT_MOST) || `${id}.${extension}`
        // The row is inserted first and deleted if the store fails: so the quota check sees concurrent files of the tenant.
        await system.tx(async (query) => {
          await space.reserve(query, file, size)
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
      const [right, sent] = [Buffer.from(await signOf(id, expires)), Buffer.from(sign)]
      const fits = right.length === sent.length && timingSafeEqual(right, sent)
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
      const path = spoolPath(config.dataDir, platform.newId())
      const bytes = randomBytes(24)
      try {
        await spool(path, bytes, () => undefined)
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
