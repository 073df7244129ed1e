import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { problem } from './problem.ts'

/**
 * Format of an archive with a passphrase: a header, then chunks of 64 KiB, each encrypted by AES-256-GCM and followed by its tag. The nonce of a
 * chunk is the file's prefix, the chunk's number and a flag for the last chunk, so that chunks cannot be swapped, repeated or cut off; each tag
 * also covers the header. Chunks decrypt separately, so that the ZIP reader can read the end of the file without decrypting all of it.
 */
const MAGIC = Buffer.from('LLSEALED1')
const CHUNK = 64 * 1024
const TAG = 16
const SALT = 16
const PREFIX = 7
const CHECK = 16
/** scrypt parameters that OWASP recommends: N 2^17, r 8, p 1. One derivation needs 128 MiB. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const HEADER = MAGIC.length + SALT + PREFIX + CHECK

interface Keys {
  readonly key: Buffer
  /** Check value in the header that distinguishes a wrong passphrase from a damaged file. */
  readonly check: Buffer
}
const keysOf = (passphrase: string, salt: Buffer): Promise<Keys> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 64, COST, (failed, derived) =>
      failed
        ? reject(failed)
        : resolve({ key: derived.subarray(0, 32), check: createHash('sha256').update(derived.subarray(32)).digest().subarray(0, CHECK) }),
    ),
  )
const nonceOf = (prefix: Buffer, at: number, last: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  prefix.copy(nonce)
  nonce.writeUInt32BE(at, PREFIX)
  nonce[11] = last ? 1 : 0
  return nonce
}

/** Returns a stream that encrypts its input. */
export const sealing = async (passphrase: string): Promise<Transform> => {
  const salt = randomBytes(SALT)
  const prefix = randomBytes(PREFIX)
  const { key, check } = await keysOf(passphrase, salt)
  const header = Buffer.concat([MAGIC, salt, prefix, check])
  const held = Buffer.alloc(CHUNK)
  let filled = 0
  let at = 0
  const seal = (last: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, at, last)).setAAD(header)
    at += 1
    const hidden = Buffer.concat([cipher.update(held.subarray(0, filled)), cipher.final(), cipher.getAuthTag()])
    filled = 0
    return hidden
  }
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      for (let from = 0; from < piece.length; ) {
        // Holds back a full chunk until more bytes arrive, because the last chunk has a different nonce.
        if (filled === CHUNK) this.push(seal(false))
        const taken = piece.copy(held, filled, from)
        filled += taken
        from += taken
      }
      done()
    },
    flush(done) {
      this.push(seal(true))
      done()
    },
  })
  through.push(header)
  return through
}

/** Random access to the bytes of an archive, plain or decrypted. */
export interface Bytes {
  readonly size: number
  /** Yields the bytes from `start` (inclusive) to `end` (exclusive). */
  readonly read: (start: number, end: number) => AsyncGenerator<Buffer>
}

const exactly = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled)
    if (bytesRead === 0) throw problem('备份文件不完整', 'the archive is cut off')
    filled += bytesRead
  }
  return buffer
}

/** Bytes of an unsealed file. */
export const plainBytes = (file: FileHandle, size: number): Bytes => ({
  size,
  read: async function* (start, end) {
    for (let at = start; at < end; at += CHUNK) yield exactly(file, at, Math.min(CHUNK, end - at))
  },
})

export const isSealed = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC)

/** Bytes of a sealed file, decrypted chunk by chunk. Throws a `BackupProblem` if the passphrase is wrong or a chunk was altered. */
export const sealedBytes = async (file: FileHandle, size: number, passphrase: string): Promise<Bytes> => {
  const header = await exactly(file, 0, HEADER)
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT)
  const prefix = header.subarray(MAGIC.length + SALT, MAGIC.length + SALT + PREFIX)
  const { key, check } = await keysOf(passphrase, salt)
  if (!check.equals(header.subarray(HEADER - CHECK))) throw problem('备份口令不正确', 'the passphrase is not the one it was sealed with')
  const chunks = Math.ceil((size - HEADER) / (CHUNK + TAG))
  const plain = size - HEADER - chunks * TAG
  const damaged = () => problem('备份文件已损坏', 'the archive is damaged')
  if (chunks < 1 || plain < 0) throw damaged()
  const open = async (at: number): Promise<Buffer> => {
    const from = HEADER + at * (CHUNK + TAG)
    const sealed = await exactly(file, from, Math.min(CHUNK + TAG, size - from))
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, at, at === chunks - 1)).setAAD(header)
    decipher.setAuthTag(sealed.subarray(-TAG))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()])
    } catch {
      throw damaged()
    }
  }
  return {
    size: plain,
    read: async function* (start, end) {
      for (let at = start; at < end; ) {
        const chunk = Math.floor(at / CHUNK)
        const opened = await open(chunk)
        const piece = opened.subarray(at - chunk * CHUNK, Math.min(opened.length, end - chunk * CHUNK))
        if (piece.length === 0) throw damaged()
        yield piece
        at += piece.length
      }
    },
  }
}
