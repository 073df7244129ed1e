import type { IncomingMessage } from 'node:http'
import { isRefusal } from '@lamplight/kit'
import type { FastifyRequest } from 'fastify'
import { errors } from './refuse.ts'

/** Largest file of a request, bytes. */
export const UPLOAD_LIMIT = 64 * 1024 * 1024
const tooLarge = () => errors.tooLarge({ limit: '64 MB' }, 'file')
/** After a refused upload the server reads at most this many bytes, for at most DRAIN_MS, before it closes the connection. */
const DRAIN_BYTES = 16 * 1024 * 1024
const DRAIN_MS = 3000

/** Error codes of the multipart parser for a request with too many parts, files or fields. */
const TOO_MANY = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'])

/** Converts an error while reading a multipart body to a refusal: it means a missing boundary, a missing end or an invalid header. */
const faultOf = (thrown: unknown): unknown => {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
  if (isRefusal(thrown)) return thrown
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  return TOO_MANY.has(code) ? errors.badParameter({ field: 'file' }, 'file') : errors.unreadable({}, 'file')
}

/** Yields the bytes of a file. The parser truncates a file at the limit without an error, so this generator throws 413 then. */
const bytesOf = async function* (file: AsyncIterable<Uint8Array> & { readonly truncated: boolean }): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch (thrown) {
    throw faultOf(thrown)
  }
  if (file.truncated) throw tooLarge()
}

/**
 * Yields the files of a multipart request as they arrive; fields sent before them are written to `fields`. Reading a file above the limit throws 413, reading
 * an invalid request 400.
 */
export const filesOf = async function* (request: FastifyRequest, fields: Record<string, string>, fileSize = UPLOAD_LIMIT) {
  if (!request.isMultipart()) throw errors.missingParameter({ field: 'file' }, 'file')
  const parts = request.parts({ limits: { fileSize } })
  for (;;) {
    const next = await parts.next().catch((thrown: unknown) => {
      throw faultOf(thrown)
    })
    if (next.done) return
    const part = next.value
    if (part.type === 'file') yield { name: part.filename, field: part.fieldname, stream: bytesOf(part.file) }
    else if (part.valueTruncated) throw errors.tooLarge({ limit: '100 kB' }, part.fieldname)
    else fields[part.fieldname] = String(part.value ?? '')
  }
}

/**
 * Reads the rest of a multipart request that the handler did not read, so that the client receives the answer and can use the connection again. Resolves with
 * false if the rest is too large or too slow: then the connection must be closed.
 */
export const drain = (raw: IncomingMessage): Promise<boolean> => {
  if (raw.readableEnded || raw.destroyed) return Promise.resolve(true)
  raw.unpipe()
  return new Promise((done) => {
    let left = DRAIN_BYTES
    const stop = (isWhole: boolean): void => {
      clearTimeout(late)
      raw.off('data', count).off('end', whole).off('close', whole)
      done(isWhole)
    }
    const count = (part: Uint8Array): void => {
      left -= part.length
      if (left < 0) stop(false)
    }
    const whole = (): void => stop(true)
    const late = setTimeout(() => stop(false), DRAIN_MS)
    raw.on('data', count).once('end', whole).once('close', whole).resume()
  })
}
