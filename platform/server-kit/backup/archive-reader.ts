import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { TRAILER } from './archive-writer.ts'
import { MANIFEST, type Manifest, readManifest } from './manifest.ts'
import { BackupProblem, problem } from './problem.ts'
import { type Bytes, isSealed, plainBytes, sealedBytes } from './sealed-file.ts'

const LARGEST_MANIFEST = 512 * 1024 * 1024
const ZIP = Buffer.from('PK')

/** Adapter for the ZIP reader, which starts at the end of the file: reads ranges from plain or sealed bytes. */
const readerOf = (bytes: Bytes): RandomAccessReader =>
  Object.assign(new (RandomAccessReader as unknown as new () => RandomAccessReader)(), {
    _readStreamForRange: (start: number, end: number): Readable => Readable.from(bytes.read(start, end)),
  })

export interface Archive {
  readonly manifest: Manifest
  /** Yields the content of a part; throws a `BackupProblem` at the end if size or hash differ from the manifest. */
  readonly read: (options: { readonly part: string; readonly sha256: string; readonly bytes: number }) => AsyncGenerator<Buffer>
  readonly close: () => Promise<void>
}

const damaged = (): BackupProblem => problem('备份文件已损坏', 'the archive is damaged')

const bytesOf = async (file: FileHandle, passphrase: string): Promise<Bytes> => {
  const { size } = await file.stat()
  const head = Buffer.alloc(16)
  await file.read(head, 0, head.length, 0)
  if (isSealed(head)) {
    if (!passphrase) throw problem('备份已加密：请设置 BACKUP_PASSPHRASE', 'the archive is sealed: set BACKUP_PASSPHRASE')
    return sealedBytes(file, size, passphrase)
  }
  if (!head.subarray(0, ZIP.length).equals(ZIP)) throw problem('不是备份文件', 'this is no archive of a backup')
  return plainBytes(file, size)
}

/** Checks the whole file against the hash at its end. Throws if a single byte differs. */
const checkWhole = async (bytes: Bytes, signal?: AbortSignal): Promise<void> => {
  if (bytes.size < TRAILER) throw damaged()
  const hash = createHash('sha256')
  for await (const piece of bytes.read(0, bytes.size - TRAILER)) {
    signal?.throwIfAborted()
    hash.update(piece)
  }
  let text = ''
  for await (const piece of bytes.read(bytes.size - TRAILER, bytes.size)) text += piece.toString('latin1')
  if (text !== hash.digest('hex')) throw problem('备份文件已损坏：校验值不符', 'the archive is damaged: its hash is not what was written')
}

/**
 * Opens an archive and checks all of it before any part is used: the file against the hash at its end, each part against the manifest.
 * Throws a `BackupProblem` that says what is wrong.
 */
export const openArchive = async (path: string, passphrase: string): Promise<Archive> => {
  const file = await open(path, 'r').catch(() => {
    throw problem(`找不到备份文件 ${path}`, `there is no file ${path}`)
  })
  let zip: ZipFile | undefined
  try {
    const bytes = await bytesOf(file, passphrase)
    await checkWhole(bytes)
    zip = await fromRandomAccessReaderPromise(readerOf(bytes), bytes.size, { lazyEntries: true, autoClose: false })
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const opened = zip
    const stream = (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) throw problem(`备份缺少 ${name}`, `the archive lacks ${name}`)
      return opened.openReadStreamPromise(entry)
    }
    const read: Archive['read'] = async function* ({ part, sha256, bytes: length }) {
      const hash = createHash('sha256')
      let seen = 0
      for await (const piece of (await stream(part)) as AsyncIterable<Buffer>) {
        seen += piece.length
        hash.update(piece)
        yield piece
      }
      if (seen !== length || hash.digest('hex') !== sha256)
        throw problem(`备份的 ${part} 校验值不符`, `${part} is not what the backup wrote`)
    }
    if ((entries.get(MANIFEST)?.uncompressedSize ?? 0) > LARGEST_MANIFEST) throw damaged()
    const pieces: Buffer[] = []
    for await (const piece of (await stream(MANIFEST)) as AsyncIterable<Buffer>) pieces.push(piece)
    const manifest = readManifest(Buffer.concat(pieces).toString('utf8'))
    for (const part of [...manifest.tables, ...manifest.files]) for await (const _ of read(part));
    return {
      manifest,
      read,
      close: async () => {
        opened.close()
        await file.close()
      },
    }
  } catch (thrown) {
    zip?.close()
    await file.close()
    throw thrown instanceof BackupProblem ? thrown : damaged()
  }
}
