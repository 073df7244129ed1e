import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { contentFault, contentOf, type FileContent, fileForm } from '@lamplight/fields/file-content'
import { bytesAtMost, type FileOptions, type FileValue, modelOf } from '@lamplight/fields/model'
import type { Field, FileKind, ResourceDefinition } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { Query } from '../database/query.ts'
import { errors, fieldError } from '../http/refuse.ts'
import { readRow } from '../http/wire.ts'
import type { Writing } from '../resource/resource-rows.ts'
import { spool, spoolPath } from './spool.ts'
import { fileStoragePort } from './storage.ts'

type Values = Record<string, unknown>
export interface FileRow extends FileValue {
  readonly tenantId: string
  readonly userId: string | null
  readonly field: string
  readonly rowId: string | null
  readonly sha256: string
  readonly key: string
  readonly storeId: string | null
}
/** A file field that clients may write. */
export interface FileField {
  readonly name: string
  readonly wire: string
  readonly options: FileOptions
}
const ROW = `id, tenant_id as "tenantId", create_user as "userId", field, row_id as "rowId", name, kind, size::float8 as size, width, height, sha256, key, store_id as "storeId"`
const NAME_AT_MOST = 120
const MEGABYTE = 1024 * 1024

export const fileFields = ({ fields }: Pick<ResourceDefinition, 'fields'>): FileField[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'file' || field.options.from) return []
    const { options } = field as Field<unknown, FileOptions>
    return [{ name, wire: modelOf(field).wireNames(name, options)[0] as string, options }]
  })

/** Makes a file name safe to show and save: removes the path and control characters, and adds the extension of the kind. */
export const safeName = (name: string, kind: FileKind): string => {
  const plain = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim()
  const ends = kind === 'jpg' ? /\.jpe?g$/i : kind === 'txt' ? /\.(txt|csv|log|json|md)$/i : new RegExp(`\\.${kind}$`, 'i')
  const [ending = `.${kind}`] = ends.exec(plain) ?? []
  const stem = [...plain.replace(ends, '')].slice(0, NAME_AT_MOST).join('').trim()
  return `${stem || 'file'}${ending}`
}

/** Detects the kind of the file at `path` by its content. */
const inspect = async (path: string, size: number): Promise<FileContent | null> => {
  const handle = await open(path)
  try {
    return await contentOf({
      size,
      read: async (from, length) => {
        const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, from)
        return buffer.subarray(0, bytesRead)
      },
    })
  } finally {
    await handle.close()
  }
}

/** Stores an uploaded file for a field. It belongs to no row until a row is submitted with it. Throws if the field refuses it or the space is used up. */
export const takeFile = async (
  ctx: Ctx,
  resource: ResourceDefinition,
  { name: field, wire, options }: FileField,
  sent: { readonly name: string; readonly stream: AsyncIterable<Uint8Array> },
): Promise<FileValue> => {
  const { platform, tenantId, user, lang } = ctx
  const storage = platform.port(fileStoragePort)
  const id = platform.newId()
  const path = spoolPath(platform.config.dataDir, id)
  const most = bytesAtMost(options)
  const owner = { tenantId, userId: user.id }
  // Throws before anything is read if the space is used up already.
  await storage.reserve(platform.system.query, owner, 0)
  try {
    const { size, sha256 } = await spool(path, sent.stream, (soFar) => {
      if (soFar > most) throw errors.fileTooLarge({ field: wire, limit: most / MEGABYTE }, wire)
    })
    if (size === 0) throw fieldError(wire, ['文件是空的', 'the file is empty'], lang)
    const content = await inspect(path, size)
    const fault = contentFault(options, content)
    if (fault || !content) throw fieldError(wire, fault ?? ['格式不正确', 'has the wrong format'], lang)
    const { kind, width, height } = content
    const made: FileValue = { id, name: safeName(sent.name, kind), kind, size, width, height }
    const storeId = await storage.storeFor(tenantId)
    const day = ctx.now().toISOString().slice(0, 10).replaceAll('-', '')
    const key = `field/${tenantId}/${day}/${id}.${kind}`
    await ctx.tx(async (query) => {
      await storage.reserve(query, owner, size)
      await query(
        `insert into kit_file (id, tenant_id, create_user, create_time, resource, field, name, kind, size, width, height, sha256, key, store_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [id, tenantId, user.id, ctx.now(), resource.name, field, made.name, kind, size, width, height, sha256, key, storeId],
      )
    })
    await storage.put(storeId, key, path, size, fileForm(kind).type).catch(async (thrown: unknown) => {
      await platform.system.query('delete from kit_file where id = $1', [id])
      throw thrown
    })
    return made
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Returns the file values of a write with the stored metadata, and assigns new files to the row. Throws (400) if a file was uploaded by another user, belongs
 * to another row or field, or is deleted. Runs in the transaction of the write.
 */
export const claimFiles = async (
  resource: ResourceDefinition,
  ctx: Ctx,
  query: Query,
  { draft, old, owner, id }: { readonly draft: Values; readonly old: Values | null; readonly owner: string; readonly id: string },
): Promise<Values> => {
  const claimed: Values = {}
  for (const { name, wire } of fileFields(resource)) {
    const files = draft[name] as readonly FileValue[] | null | undefined
    if (!files) continue
    const known = new Map(((old?.[name] ?? []) as readonly FileValue[]).map((file) => [file.id, file]))
    const fresh = files.flatMap((file) => (known.has(file.id) ? [] : [file.id]))
    const found =
      fresh.length === 0
        ? []
        : await query<FileValue>(
            `update kit_file set row_id = $1, tenant_id = $2 where id = any($3) and resource = $4 and field = $5 and create_user = $6
             and tenant_id = $7 and row_id is null and not gone returning id, name, kind, size::float8 as size, width, height`,
            [id, owner, fresh, resource.name, name, ctx.user.id, ctx.tenantId],
          )
    for (const file of found) known.set(file.id, file)
    if (found.length !== fresh.length)
      throw fieldError(
        wire,
        ['文件不存在或已失效，请重新上传', 'names a file that does not exist or has expired: upload it again'],
        ctx.lang,
      )
    claimed[name] = files.map((file) => known.get(file.id))
  }
  return claimed
}

/** Returns a file that the user may read: an own upload that belongs to no row yet, or a file of a row that the user may see. Null for all others. */
export const readableFile = async (writing: Writing, ctx: Ctx, id: string, mayView: boolean): Promise<FileRow | null> => {
  const { resource } = writing.served
  const [file] = await ctx.platform.system.query<FileRow>(`select ${ROW} from kit_file where id = $1 and resource = $2 and not gone`, [
    id,
    resource.name,
  ])
  if (!file) return null
  if (file.rowId === null) return file.tenantId === ctx.tenantId && file.userId === ctx.user.id ? file : null
  if (!mayView) return null
  // The policies of the row's table decide: if the query returns no row, the user may not see it.
  const [found] = await ctx.query<Values>(...writing.store.byIds([file.rowId], ctx.user))
  const held = ((found && readRow(resource, found)[file.field]) ?? []) as readonly FileValue[]
  return held.some((one) => one.id === id) ? file : null
}

export const openFile = (ctx: Ctx, { storeId, key }: FileRow): Promise<Readable> => ctx.platform.port(fileStoragePort).open(storeId, key)
