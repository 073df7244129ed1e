import type { FastifyRequest } from 'fastify'
import { errors } from './refuse.ts'

/** Largest file of a request, bytes. */
export const UPLOAD_LIMIT = 64 * 1024 * 1024

/** The files of a multipart request, one after the other as they arrive; fields that stand before them go to `fields`. Refuses with 413 at the limit. */
export const filesOf = async function* (request: FastifyRequest, fields: Record<string, string>) {
  if (!request.isMultipart()) throw errors.missingParameter({ field: 'file' }, 'file')
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value ?? '')
      else {
        yield { name: part.filename, field: part.fieldname, stream: part.file as AsyncIterable<Uint8Array> }
        if (part.file.truncated) throw errors.tooLarge({ limit: '64 MB' })
      }
    }
  } catch (thrown) {
    if (typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'FST_REQ_FILE_TOO_LARGE')
      throw errors.tooLarge({ limit: '64 MB' })
    throw thrown
  }
}
