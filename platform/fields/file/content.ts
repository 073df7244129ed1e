import type { FileKind } from '@lamplight/kit'

/** Format found by the first bytes of a file. `ole`: office files before 2007; `zip`: any ZIP file, also docx and apk. */
export type Magic = 'png' | 'jpg' | 'gif' | 'webp' | 'mp4' | 'pdf' | 'zip' | 'ole' | 'mp3' | 'gz' | 'txt'

/** Random access to the bytes of a file. `read` returns fewer bytes at the end of the file. */
export interface FileBytes {
  readonly size: number
  readonly read: (from: number, length: number) => Promise<Uint8Array>
}
export interface FileContent {
  readonly kind: FileKind
  /** Width in pixels from the header of a picture; the picture is not decompressed. */
  readonly width: number | null
  readonly height: number | null
  /** False if the file is truncated, or if a picture has data after its end (except JPEG: cameras append clips). */
  readonly whole: boolean
}

/** Number of bytes that `magicOf` needs. */
export const HEAD_BYTES = 4096
const WINDOW = 65_536
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ascii = (bytes: Uint8Array, from = 0, to = bytes.length): string => {
  let text = ''
  for (let at = from; at < Math.min(to, bytes.length); at += 1) text += String.fromCharCode(bytes[at] as number)
  return text
}

/** Returns true for UTF-8 text without control characters and without HTML or SVG. The last character may be incomplete. */
const isText = (bytes: Uint8Array): boolean => {
  if (bytes.length === 0) return false
  const text = new TextDecoder().decode(bytes).replace(/^\ufeff/, '')
  const broken = text.slice(0, -3).includes('\ufffd')
  const controls = [...text].some((one) => one < ' ' && !'\n\r\t\f'.includes(one))
  return !broken && !controls && !/^\s*</.test(text) && !/<\s*(script|html|svg|iframe)/i.test(text)
}

/** Returns the format by the first bytes; null if the platform does not know it. */
export const magicOf = (head: Uint8Array): Magic | null => {
  const begins = (bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte)
  if (begins(PNG)) return 'png'
  if (begins([0xff, 0xd8, 0xff])) return 'jpg'
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'gif'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp'
  if (ascii(head, 4, 8) === 'ftyp') return 'mp4'
  if (ascii(head, 0, 5) === '%PDF-') return 'pdf'
  if (begins([0x50, 0x4b, 0x03, 0x04])) return 'zip'
  if (begins(OLE)) return 'ole'
  if (ascii(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)) return 'mp3'
  if (begins([0x1f, 0x8b])) return 'gz'
  return isText(head) ? 'txt' : null
}

/** Maximum number of reads of one file. Usual files need one read per block of some kilobytes; a file with millions of tiny blocks counts as damaged. */
const READS_AT_MOST = 200_000

/** Reads ranges of a file and caches the last block that was read. Returns null for a range outside the file, and after READS_AT_MOST reads. */
const reader = ({ size, read }: FileBytes) => {
  let start = 0
  let kept: Uint8Array = new Uint8Array()
  let reads = 0
  return async (from: number, length: number): Promise<DataView | null> => {
    reads += 1
    if (from < 0 || from + length > size || reads > READS_AT_MOST) return null
    if (from < start || from + length > start + kept.length) {
      start = from
      kept = await read(from, Math.max(WINDOW, length))
    }
    return from - start + length > kept.length ? null : new DataView(kept.buffer, kept.byteOffset + from - start, length)
  }
}
type Reader = ReturnType<typeof reader>
type Picture = Omit<FileContent, 'kind'>
const NOTHING: Picture = { width: null, height: null, whole: false }

/** Follows the chunks from the header to IEND, which must be the end of the file. */
const pngOf = async (at: Reader, size: number): Promise<Picture> => {
  const header = await at(8, 25)
  if (!header || ascii(new Uint8Array(header.buffer, header.byteOffset + 4, 4)) !== 'IHDR') return NOTHING
  const found = { width: header.getUint32(8), height: header.getUint32(12) }
  for (let from = 8; ; ) {
    const chunk = await at(from, 8)
    if (!chunk) return { ...found, whole: false }
    const isEnd = chunk.getUint32(4) === 0x49454e44
    from += 12 + chunk.getUint32(0)
    if (isEnd) return { ...found, whole: from === size }
  }
}

/** Follows the blocks to the trailer, which must be the last byte of the file. */
const gifOf = async (at: Reader, size: number): Promise<Picture> => {
  const header = await at(6, 7)
  if (!header) return NOTHING
  const found = { width: header.getUint16(0, true), height: header.getUint16(2, true) }
  const tableOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let from = 13 + tableOf(header.getUint8(4))
  for (;;) {
    const mark = (await at(from, 1))?.getUint8(0)
    if (mark === 0x3b) return { ...found, whole: from + 1 === size }
    const flags = mark === 0x2c ? (await at(from + 9, 1))?.getUint8(0) : 0
    if ((mark !== 0x2c && mark !== 0x21) || flags === undefined) return { ...found, whole: false }
    from += mark === 0x2c ? 11 + tableOf(flags) : 2
    for (let length = -1; length !== 0; from += length + 1) {
      length = (await at(from, 1))?.getUint8(0) ?? -2
      if (length < 0) return { ...found, whole: false }
    }
  }
}

/** Searches the end marker in the image data, which begins at `from`. */
const hasJpgEnd = async (at: Reader, from: number, size: number): Promise<boolean> => {
  for (let next = from; next + 2 <= size; next += WINDOW - 1) {
    const part = await at(next, Math.min(WINDOW, size - next))
    if (!part) return false
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
    for (let found = bytes.indexOf(0xff); found >= 0; found = bytes.indexOf(0xff, found + 1)) if (bytes[found + 1] === 0xd9) return true
  }
  return false
}

/** Follows the segments to the image data, then searches the end marker behind it. */
const jpgOf = async (at: Reader, size: number): Promise<Picture> => {
  let found: Picture = NOTHING
  for (let from = 2; ; ) {
    const mark = await at(from, 4)
    if (mark?.getUint8(0) !== 0xff) return found
    const code = mark.getUint8(1)
    if (code === 0xff) {
      from += 1
      continue
    }
    if (code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)) {
      const frame = await at(from + 5, 4)
      if (frame) found = { width: frame.getUint16(2), height: frame.getUint16(0), whole: false }
    }
    from += 2 + mark.getUint16(2)
    if (code !== 0xda) continue
    return { ...found, whole: found.width !== null && (await hasJpgEnd(at, from, size)) }
  }
}

const webpOf = async (at: Reader, size: number): Promise<Picture> => {
  const head = await at(4, 26)
  if (!head) return NOTHING
  const whole = head.getUint32(0, true) + 8 === size
  const three = (from: number): number => head.getUint16(from, true) + (head.getUint8(from + 2) << 16) + 1
  const form = ascii(new Uint8Array(head.buffer, head.byteOffset + 8, 4))
  if (form === 'VP8X') return { width: three(20), height: three(23), whole }
  if (form === 'VP8L') {
    const bits = head.getUint32(17, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, whole }
  }
  return form === 'VP8 ' ? { width: head.getUint16(22, true) & 0x3fff, height: head.getUint16(24, true) & 0x3fff, whole } : NOTHING
}

const PICTURE_OF = { png: pngOf, gif: gifOf, jpg: jpgOf, webp: webpOf }
const PACKED: readonly (readonly [FileKind, string])[] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
  ['apk', 'AndroidManifest.xml'],
]

/** Returns the kind of a file by its content; null if no field accepts it. Reads only parts of the file and decompresses nothing. */
export const contentOf = async (file: FileBytes): Promise<FileContent | null> => {
  const head = await file.read(0, HEAD_BYTES)
  const magic = magicOf(head)
  if (magic === null || magic === 'ole' || magic === 'gz') return null
  if (magic === 'png' || magic === 'jpg' || magic === 'gif' || magic === 'webp')
    return { kind: magic, ...(await PICTURE_OF[magic](reader(file), file.size)) }
  const made = (kind: FileKind, whole = true): FileContent => ({ kind, width: null, height: null, whole })
  if (magic === 'mp4' || magic === 'mp3') return made(magic)
  const end = await file.read(Math.max(0, file.size - WINDOW), WINDOW)
  if (magic === 'txt') {
    // The last part may begin in the middle of a character.
    const last = end.subarray(-HEAD_BYTES)
    return isText(
      last.subarray(
        Math.max(
          0,
          last.findIndex((byte) => (byte & 0xc0) !== 0x80),
        ),
      ),
    )
      ? made('txt')
      : null
  }
  const tail = ascii(end)
  if (magic === 'pdf') return made('pdf', tail.slice(-HEAD_BYTES).includes('%%EOF'))
  const names = ascii(head) + tail
  return made(PACKED.find(([, name]) => names.includes(name))?.[0] ?? 'zip', tail.includes('PK\u0005\u0006'))
}
