import { createReadStream } from 'node:fs'
import { LIMITS, refuse } from '../limits.ts'
import type { Encoding } from '../model.ts'
import { guessEncoding } from './guess-encoding.ts'

const CHUNK = 64 * 1024
const LOOKED_AT = 64 * 1024 * 1024

/** Returns the encoding of the file's byte order mark. */
const marked = (head: Uint8Array): Encoding | null => {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null
}

/** Returns true if the file's bytes, at most the first 64 MB, are valid in that encoding. */
const decodes = async (path: string, encoding: Encoding): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let seen = 0
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK, end: LOOKED_AT - 1 }) as AsyncIterable<Buffer>) {
    seen += bytes.length
    try {
      if (bytes.includes(0)) return false
      decoder.decode(bytes, { stream: true })
    } catch {
      return false
    }
  }
  if (seen === LOOKED_AT) return true
  try {
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Returns the encoding of a text file: by its byte order mark, else UTF-8 if valid, else guessed from its letters; null if it is not text. */
export const encodingOf = async (path: string, head: Uint8Array): Promise<Encoding | null> => {
  const mark = marked(head)
  if (mark) return mark
  if (head.includes(0)) return null
  if (await decodes(path, 'utf-8')) return 'utf-8'
  return guessEncoding(path, head)
}

/** Yields a text file in chunks, without its byte order mark. Throws at the first byte that is invalid in its encoding. */
export const textChunks = async function* (path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      return refuse('notEncoded')
    }
  }
  let read = 0
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    read += bytes.length
    if (read > LIMITS.bytes) refuse('tooBig')
    const text = decode(bytes)
    if (text.includes('\u0000')) refuse('notText')
    if (text !== '') yield text
  }
  const rest = decode()
  if (rest !== '') yield rest
}
