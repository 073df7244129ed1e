import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { sealing } from './sealed-file.ts'

/** Length of the comment at the end of the ZIP: the sha-256 of all before it, in hex. */
export const TRAILER = 64

export interface Part {
  readonly sha256: string
  readonly bytes: number
}

/** Puts the hash of everything in the place of the last 64 bytes. */
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

const counting = (told: (part: Part) => void): Transform => {
  const hash = createHash('sha256')
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      hash.update(piece)
      done(null, piece)
    },
    flush(done) {
      told({ sha256: hash.digest('hex'), bytes })
      done()
    },
  })
}

export interface ArchiveWriter {
  /** Writes a part and answers its hash; parts are written one after the other. `made` is called when its turn has come. */
  readonly add: (name: string, made: () => AsyncIterable<Buffer>, level: number) => Promise<Part>
  /** Ends the archive and gives it its name. What it answers is of the file as it lies there. */
  readonly end: () => Promise<Part>
  /** Leaves nothing behind. */
  readonly drop: () => Promise<void>
}

/** Writes a ZIP (ZIP64 where it is needed) beside `path` and renames it when it is whole; with a passphrase it is sealed. */
export const writeArchive = async (path: string, passphrase: string, signal?: AbortSignal): Promise<ArchiveWriter> => {
  const partial = `${path}.part`
  // The folder itself is made; one above it that is missing is somebody's mistake.
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
