import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { sealing } from './sealed-file.ts'

/** Length of the comment at the end of the ZIP: the SHA-256 of all bytes before it, in hex. */
export const TRAILER = 64

export interface Part {
  readonly sha256: string
  readonly bytes: number
}

/** Replaces the last 64 bytes of the stream by the hash of all bytes before them. */
const trailing = (): Transform => {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const all = Buffer.concat([held, piece])
      const sure = all.subarray(0, Math.max(0, all.length - TRAILER))
      held = all.subarray(sure.length)
      hash.update(sure)
      done(null, sure)
    },
    flush(done) {
      done(null, hash.digest('hex'))
    },
  })
}

const counting = (onPart: (part: Part) => void): Transform => {
  const hash = createHash('sha256')
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      hash.update(piece)
      done(null, piece)
    },
    flush(done) {
      onPart({ sha256: hash.digest('hex'), bytes })
      done()
    },
  })
}

export interface ArchiveWriter {
  /** Writes a part and resolves with its hash. Parts are written one after the other; `made` is called when the previous part is complete. */
  readonly add: (name: string, made: () => AsyncIterable<Buffer>, level: number) => Promise<Part>
  /** Ends the archive and renames it to its final name. Resolves with size and hash of the file on disk. */
  readonly end: () => Promise<Part>
  /** Deletes the unfinished file. */
  readonly drop: () => Promise<void>
}

/** Writes a ZIP (ZIP64 if needed) to `path.part` and renames it when it is complete. With a passphrase the file is sealed. */
export const writeArchive = async (path: string, passphrase: string, signal?: AbortSignal): Promise<ArchiveWriter> => {
  const partial = `${path}.part`
  // Creates the last folder of the path only: a missing parent folder is a mistake of the caller.
  await mkdir(dirname(path)).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EEXIST') throw thrown
  })
  const zip = new ZipFile()
  let whole: Part | undefined
  const seal = passphrase ? await sealing(passphrase) : new PassThrough()
  const counted = counting((part) => {
    whole = part
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  zip.on('error', failed.reject)
  const out = createWriteStream(partial, { flags: 'w', mode: 0o600, flush: true })
  const written = pipeline(zip.outputStream as Readable, trailing(), seal, counted, out, { signal })
  written.catch(failed.reject)
  return {
    add: (name, made, level) => {
      const done = Promise.withResolvers<Part>()
      zip.addReadStreamLazy(name, { compress: level > 0, compressionLevel: level, mode: 0o600 }, (give) => {
        const counted = counting(done.resolve)
        pipeline(made(), counted, { signal }).catch(failed.reject)
        give(null, counted)
      })
      return Promise.race([done.promise, failed.promise])
    },
    end: async () => {
      zip.end({ comment: '0'.repeat(TRAILER), forceZip64Format: false })
      await Promise.race([written, failed.promise])
      await rename(partial, path)
      return whole as Part
    },
    drop: async () => {
      zip.emit('error', new Error('dropped'))
      ;(zip.outputStream as Readable).destroy()
      await written.catch(() => undefined)
      await rm(partial, { force: true })
    },
  }
}
