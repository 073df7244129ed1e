import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { HEAD_BYTES } from '@lamplight/fields/file-content'

export interface Spooled {
  readonly size: number
  readonly sha256: string
  /** The first bytes of the file, at most `HEAD_BYTES`. */
  readonly head: Uint8Array
}

const DAY_MS = 86_400_000
const spoolFolder = (dataDir: string): string => join(dataDir, 'files', 'new')
/** Path of a file while it is being uploaded. */
export const spoolPath = (dataDir: string, id: string): string => join(spoolFolder(dataDir), id)

/** Deletes partial uploads of killed processes: files to which nothing was written for a day. Returns their number. */
export const sweepSpool = async (dataDir: string): Promise<number> => {
  const folder = spoolFolder(dataDir)
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    // Another process may have stored or removed it meanwhile. File times use the system clock, so this compares with it.
    const info = await stat(path).catch(() => null)
    if (!info || Date.now() - info.mtimeMs < DAY_MS) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** Writes an upload to the new file `path`. Calls `check` for each part with the size so far and the first bytes; an error of `check` ends the upload. */
export const spool = async (
  path: string,
  content: AsyncIterable<Uint8Array> | Uint8Array,
  check: (size: number, head: Uint8Array) => void,
): Promise<Spooled> => {
  await mkdir(dirname(path), { recursive: true })
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const ended = finished(out)
  ended.catch(() => undefined)
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  try {
    for await (const part of content instanceof Uint8Array ? [content] : content) {
      size += part.length
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, part]).subarray(0, HEAD_BYTES)
      check(size, head)
      hash.update(part)
      if (!out.write(part)) await once(out, 'drain')
    }
    out.end()
    await ended
    return { size, sha256: hash.digest('hex'), head }
  } catch (thrown) {
    out.destroy()
    throw thrown
  }
}
