import { fileForm, magicOf } from '@lamplight/fields/file-content'
import type { FileKind } from '@lamplight/kit'

/** Type of an attachment, detected by its first bytes. The extension in its name decides only between types with the same bytes. */
export interface FileType {
  readonly extension: string
  readonly type: string
  readonly picture?: true
  /** True: browsers may show it inline; all other types are sent as a download. */
  readonly inline?: true
}

const typesOf = (...kinds: readonly FileKind[]): Readonly<Record<string, string>> =>
  Object.fromEntries(kinds.map((kind) => [kind, fileForm(kind).type]))
const ZIPPED = typesOf('docx', 'xlsx', 'pptx', 'apk', 'zip')
const OLD_OFFICE: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}
const TEXTS: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  txt: fileForm('txt').type,
  log: fileForm('txt').type,
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the type of a file; null if it is not an allowed type. */
export const fileType = (head: Uint8Array, name: string): FileType | null => {
  const ending = endingOf(name)
  const one = (table: Readonly<Record<string, string>>, fallback: string): FileType => {
    const extension = ending in table ? ending : fallback
    return { extension, type: table[extension] ?? 'application/octet-stream' }
  }
  const magic = magicOf(head)
  if (magic === null) return null
  if (magic === 'zip') return one(ZIPPED, 'zip')
  if (magic === 'ole') return ending in OLD_OFFICE ? one(OLD_OFFICE, 'doc') : null
  if (magic === 'gz') return { extension: 'gz', type: 'application/gzip' }
  if (magic === 'txt') return one(TEXTS, 'txt')
  const { type, picture } = fileForm(magic)
  return { extension: magic, type, ...(picture && { picture }), ...((picture || magic === 'mp4') && { inline: true }) }
}
