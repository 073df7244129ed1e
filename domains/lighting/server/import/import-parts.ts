import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Ctx, Platform, RouteInput } from '@lamplight/server-kit'
import { type DataAccess, errors, type Query } from '@lamplight/server-kit/data'
import { paramsPort } from '@lamplight/system/model'

/** A file on this machine's disk; `drop` removes it. */
export interface Spooled {
  readonly path: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly drop: () => Promise<void>
}
const PART = 1024 * 1024
const STALE_MS = 6 * 3_600_000
const MEGA = 1024 * 1024
/** Upper limit of the server, MB, whatever the parameter says. */
export const UPLOAD_MOST = 64

const folder = (data: Pick<DataAccess, 'config'>): string => join(data.config.dataDir, 'uploads')
const newPath = async (data: DataAccess): Promise<string> => {
  await mkdir(folder(data), { recursive: true })
  return join(folder(data), `${data.newId()}.import`)
}
const dropper = (path: string) => () => rm(path, { force: true })

/** Largest inventory file, MB: parameter `upload.max.inventory`. */
const limitOf = async (platform: Platform): Promise<number> => {
  const limit = Number(await platform.port(paramsPort).text('upload.max.inventory', String(UPLOAD_MOST)))
  return limit > 0 ? Math.min(limit, UPLOAD_MOST) : UPLOAD_MOST
}

const nameOf = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .split(/[/\\]/)
    .at(-1)
    ?.slice(-200) ?? ''

/** Writes the single file of a multipart request to disk, in constant memory; a file that is too large, empty or not the only one is deleted. */
export const receive = async (ctx: Ctx, files: RouteInput['files']): Promise<Spooled> => {
  const limit = await limitOf(ctx.platform)
  const path = await newPath(ctx.platform)
  let size = 0
  let name: string | null = null
  const bounded = async function* (stream: AsyncIterable<Uint8Array>) {
    for await (const part of stream) {
      size += part.length
      if (size > limit * MEGA) throw errors.tooLarge({ limit: `${limit} MB` }, 'file')
      yield part
    }
  }
  try {
    for await (const file of files()) {
      if (name !== null) throw errors.badParameter({ field: 'file' }, 'file')
      name = nameOf(file.name ?? '')
      await pipeline(bounded(file.stream), createWriteStream(path, { mode: 0o600 }))
    }
    if (name === null || size === 0) throw errors.missingParameter({ field: 'file' }, 'file')
    return { path, name, size, drop: dropper(path) }
  } catch (thrown) {
    await rm(path, { force: true })
    throw thrown
  }
}

/** Stores a file in the database, so that any process can run the import. */
export const keepParts = async (query: Query, tenantId: string, importId: string, path: string): Promise<void> => {
  let at = 0
  for await (const bytes of createReadStream(path, { highWaterMark: PART })) {
    await query('insert into lighting_import_part (import_id, at, tenant_id, bytes) values ($1, $2, $3, $4)', [
      importId,
      at,
      tenantId,
      bytes,
    ])
    at += 1
  }
}

export const dropParts = (query: Query, importId: string): Promise<unknown> =>
  query('delete from lighting_import_part where import_id = $1', [importId])

/** Writes the file of an import to this machine's disk; null if it is no longer stored. */
export const fetchParts = async (data: DataAccess, query: Query, importId: string): Promise<Spooled | null> => {
  const path = await newPath(data)
  let size = 0
  const parts = async function* () {
    for (let at = 0; ; at += 1) {
      const [part] = await query<{ bytes: Buffer }>('select bytes from lighting_import_part where import_id = $1 and at = $2', [
        importId,
        at,
      ])
      if (!part) return
      size += part.bytes.length
      yield part.bytes
    }
  }
  try {
    await pipeline(Readable.from(parts()), createWriteStream(path, { mode: 0o600 }))
  } catch (thrown) {
    await rm(path, { force: true })
    throw thrown
  }
  if (size > 0) return { path, name: '', size, drop: dropper(path) }
  await rm(path, { force: true })
  return null
}

/** Deletes files that a killed process left on this machine's disk. */
export const sweepSpool = async (platform: Platform): Promise<void> => {
  const names = await readdir(folder(platform)).catch(() => [])
  for (const name of names.filter((one) => one.endsWith('.import'))) {
    const path = join(folder(platform), name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true })
  }
}
