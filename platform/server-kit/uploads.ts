import type { IncomingMessage } from 'node:http'
import { isRefusal } from '@lamplight/kit'
import type { FastifyRequest } from 'fastify'
import { errors } from './refuse.ts'

/** Largest file of a request, bytes. */
export const UPLOAD_LIMIT = 64 * 1024 * 1024
const tooLarge = () => errors.tooLarge({ limit: '64 MB' }, 'file')
/** Of a refused upload so many bytes are read on, for so long, before the connection is closed. */
const DRAIN_BYTES = 16 * 1024 * 1024
const DRAIN_MS = 3000

/** Codes of the multipart parser for a request with more parts, files or fields than it takes. */
const TOO_MANY = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'])

/** Errors while a multipart body is read are errors of its sender: no boundary, an end that is missing, a broken header. */
const faultOf = (thrown: unknown): unknown => {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
  if (isRefusal(thrown)) return thrown
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  return TOO_MANY.has(code) ? errors.badParameter({ field: 'file' }, 'file') : errors.unreadable({}, 'file')
}

/** The bytes of a file. The parser ends a file at the limit as if it were whole: its reader must not keep such a part. */
const bytesOf = async function* (file: AsyncIterable<Uint8Array> & { readonly truncated: boolean }): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch (thrown) {
    throw faultOf(thrown)
  }
  if (file.truncated) throw tooLarge()
}

/**
 * The files of a multipart request, one after the other as they arrive; fields that stand before them go to `fields`. Reading a file above the
 * limit throws 413, reading a broken request 400.
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
 * Reads what is left of a multipart request that the handler did not read to its end, so that the sender hears the answer and the connection carries
 * the next request. False: it was more than a bounded amount, and the connection has to be closed.
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
