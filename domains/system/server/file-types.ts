/** A file type, determined by the first bytes; the file name only decides between types with equal bytes. */
export interface FileType {
  readonly extension: string
  readonly type: string
  readonly picture?: true
  /** True: browsers may show it inline; all other types are sent as a download. */
  readonly inline?: true
}

/** Number of bytes that `fileType` reads. */
export const HEAD_BYTES = 4096
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIPPED: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  apk: 'application/vnd.android.package-archive',
  zip: 'application/zip',
}
const OLD_OFFICE: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}
const TEXTS: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
const named = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns true for UTF-8 text without control characters and without markup that a browser would run. The last character may be incomplete. */
const isText = (bytes: Uint8Array): boolean => {
  if (bytes.length === 0) return false
  const text = new TextDecoder().decode(bytes).replace(/^\ufeff/, '')
  const broken = text.slice(0, -3).includes('\ufffd')
  const controls = [...text].some((one) => one < ' ' && !'\n\r\t\f'.includes(one))
  return !broken && !controls && !/^\s*</.test(text) && !/<\s*(script|html|svg|iframe)/i.test(text)
}

/** Returns the type of a file; null if it is not an allowed type. */
export const fileType = (head: Uint8Array, name: string): FileType | null => {
  const begins = (bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte)
  const ending = named(name)
  const one = (table: Readonly<Record<string, string>>, fallback: string): FileType => {
    const extension = ending in table ? ending : fallback
    return { extension, type: table[extension] ?? 'application/octet-stream' }
  }
  if (begins(PNG)) return { extension: 'png', type: 'image/png', picture: true, inline: true }
  if (begins([0xff, 0xd8, 0xff])) return { extension: 'jpg', type: 'image/jpeg', picture: true, inline: true }
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return { extension: 'gif', type: 'image/gif', picture: true, inline: true }
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP')
    return { extension: 'webp', type: 'image/webp', picture: true, inline: true }
  if (ascii(head, 4, 8) === 'ftyp') return { extension: 'mp4', type: 'video/mp4', inline: true }
  if (ascii(head, 0, 5) === '%PDF-') return { extension: 'pdf', type: 'application/pdf' }
  if (begins([0x50, 0x4b, 0x03, 0x04])) return one(ZIPPED, 'zip')
  if (begins(OLE) && ending in OLD_OFFICE) return one(OLD_OFFICE, 'doc')
  if (ascii(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)) return { extension: 'mp3', type: 'audio/mpeg' }
  if (begins([0x1f, 0x8b])) return { extension: 'gz', type: 'application/gzip' }
  return isText(head) ? one(TEXTS, 'txt') : null
}
