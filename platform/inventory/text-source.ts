import { createReadStream } from 'node:fs'
import { guessEncoding } from './guess-encoding.ts'
import { LIMITS, refuse } from './limits.ts'
import type { Encoding } from './model.ts'

const CHUNK = 64 * 1024
const LOOKED_AT = 64 * 1024 * 1024

/** The encoding that the file's mark names. */
const marked = (head: Uint8Array): Encoding | null => {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null
}

/** Whether the bytes from the start of the file, at most 64 MB of them, are text in that encoding. */
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

/** The encoding of a text file: what its mark says, else UTF-8 if all of it is, else what its letters tell; null when it is no text. */
export const encodingOf = async (path: string, head: Uint8Array): Promise<Encoding | null> => {
  const mark = marked(head)
  if (mark) return mark
  if (head.includes(0)) return null
  if (await decodes(path, 'utf-8')) return 'utf-8'
  return guessEncoding(path, head)
}

/** A text file in pieces, without its mark. Refused as soon as a byte does not belong to its encoding. */
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
