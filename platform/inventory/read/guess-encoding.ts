import { createReadStream } from 'node:fs'
import { meaningsIn } from '../column-names.ts'
import type { Encoding } from '../model.ts'

const CHUNK = 64 * 1024
/** Number of bytes read, and of samples with non-ASCII letters that are scored. */
const LOOKED_AT = 64 * 1024 * 1024
const PIECES = 4
/** Lowest score of a text in a known language. */
const LEAST = 0.45
/** Bonus for a header with known column names. */
const HEADER = 0.5

/** Score of a non-ASCII letter in an encoding: 1 for typical letters. */
const fits: Readonly<Record<'gb18030' | 'euc-kr' | 'shift_jis', (letter: string) => number>> = {
  gb18030: (letter) =>
    /\p{Script=Han}/u.test(letter) ? (isCommonHan(letter) ? 0.85 : 0.15) : /[\u3000-\u303f\uff00-\uffef]/.test(letter) ? 0.5 : 0,
  'euc-kr': (letter) =>
    /[\uac00-\ud7a3]/.test(letter) ? 1 : /\p{Script=Han}/u.test(letter) ? 0.3 : /[\u3000-\u303f]/.test(letter) ? 0.5 : 0,
  shift_jis: (letter) => {
    if (/[\u3041-\u30ff]/.test(letter)) return 1
    if (/[\uff61-\uff9f]/.test(letter)) return 0.1
    return /\p{Script=Han}/u.test(letter) ? 0.75 : /[\u3000-\u303f\uff00-\uff60]/.test(letter) ? 0.5 : 0
  },
}
const BASIC = new Set(
  (() => {
    // GB 2312, rows 16 to 55: Chinese characters in daily use.
    const bytes: number[] = []
    for (let lead = 0xb0; lead <= 0xd7; lead++) for (let trail = 0xa1; trail <= 0xfe; trail++) bytes.push(lead, trail)
    return new TextDecoder('gb18030').decode(Uint8Array.from(bytes))
  })(),
)
const isCommonHan = (letter: string): boolean => BASIC.has(letter)

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
/** Score for Western encodings: their letters occur singly or in pairs among ASCII; longer runs indicate another encoding. */
const western = (text: string): number => {
  if (/[\u0080-\u009f]/.test(text)) return 0
  const runs = text.match(/\P{ASCII}+/gu) ?? []
  return mean(
    runs.flatMap((run) =>
      [...run].map((letter) =>
        run.length > 2 ? 0 : /[ªº°²³µ€’‘“”–—«»¿¡]/.test(letter) ? 0.8 : /\p{Script=Latin}/u.test(letter) ? 1 : 0.1,
      ),
    ),
  )
}
const likeness = (encoding: Encoding, text: string): number => {
  if (encoding === 'windows-1252') return western(text)
  const letters = text.match(/\P{ASCII}/gu) ?? []
  return mean(letters.map(fits[encoding as keyof typeof fits]))
}

/** Number of meanings that the best header line indicates with non-ASCII names. */
const meaningsOfHead = (head: string): number =>
  Math.max(
    0,
    ...head
      .split(/\r\n|\n|\r/)
      .slice(0, 15)
      .map((line) => {
        const names = line.slice(0, 5000).split(/[,;\t|]/)
        return meaningsIn(names.map((name) => name.replace(/^"|"$/g, '').trim()).filter((name) => /\P{ASCII}/u.test(name)))
      }),
  )

/** Returns the complete lines of a sample with non-ASCII characters. */
const linesOf = (bytes: Buffer): Buffer => {
  const [from, to] = [bytes.indexOf(10), bytes.lastIndexOf(10)]
  return to > from ? bytes.subarray(from + 1, to) : bytes
}

const CANDIDATES = ['gb18030', 'euc-kr', 'shift_jis', 'windows-1252'] as const
/**
 * Returns the encoding of text that is not UTF-8: among those that decode all of it, the one with the best score of letters and column
 * names; null if none fits. Reads at most 64 MB.
 */
export const guessEncoding = async (path: string, head: Uint8Array): Promise<Encoding | null> => {
  const decoders = new Map(CANDIDATES.map((encoding) => [encoding, new TextDecoder(encoding, { fatal: true })]))
  const pieces: Buffer[] = []
  let first = true
  const bytesOf = createReadStream(path, { highWaterMark: CHUNK, end: LOOKED_AT - 1 }) as AsyncIterable<Buffer>
  for await (const bytes of bytesOf) {
    if (bytes.includes(0)) return null
    for (const [encoding, decoder] of decoders)
      try {
        decoder.decode(bytes, { stream: true })
      } catch {
        decoders.delete(encoding)
      }
    if (pieces.length < PIECES && bytes.some((byte) => byte > 0x7f)) pieces.push(first ? bytes : linesOf(bytes))
    first = false
  }
  let best: { encoding: Encoding | null; score: number } = { encoding: null, score: LEAST }
  for (const encoding of decoders.keys()) {
    const decoder = new TextDecoder(encoding)
    const likely = mean(pieces.map((piece) => likeness(encoding, decoder.decode(piece))))
    const score = likely + (likely > 0 ? (Math.min(2, meaningsOfHead(decoder.decode(head))) * HEADER) / 2 : 0)
    if (score > best.score) best = { encoding, score }
  }
  return best.encoding
}
