import type { Field, FieldOptions, FileKind, Text } from '@lamplight/kit'
import { type FieldModel, isEmpty } from '../type.ts'

export interface FileOptions extends FieldOptions {
  /** Accepted kinds, detected by the content of the file. */
  readonly accept: readonly FileKind[]
  /** Largest file, MB; default 10. */
  readonly megabytes?: number
  /** Maximum number of files; default 1. */
  readonly many?: number
  /** Largest picture, megapixels; default 64. */
  readonly megapixels?: number
  /** `api.base` of the resource; set by `defineResource`. The calls that upload and download files are below it. */
  readonly base?: string
}
/** Metadata of a file of a row. Its content is in the file storage. */
export interface FileValue {
  readonly id: string
  readonly name: string
  readonly kind: FileKind
  readonly size: number
  /** Pixels; null if the file is no picture. */
  readonly width: number | null
  readonly height: number | null
}

const MEGABYTES = 10
export const MEGABYTE = 1024 * 1024
export const bytesAtMost = ({ megabytes = MEGABYTES }: FileOptions): number => megabytes * MEGABYTE
export const filesAtMost = ({ many = 1 }: FileOptions): number => many
/**
 * A field with one file, or several (`many`). A client first uploads a file to `base/upload_{field}`, which answers `{id, name, link, size, …}`, then submits
 * the row with the id or link. Users who may read the row may read its files.
 */
export const file = <const O extends FileOptions>(options: O): Field<readonly FileValue[], O, 'file'> => ({ kind: 'file', options })

export const tooMany = (options: FileOptions): Text => [
  `最多${filesAtMost(options)}个文件`,
  `must have at most ${filesAtMost(options)} files`,
]

/** Link to download a file; users who may read its row may use it. */
export const linkOf = ({ base = '' }: FileOptions, id: string): string => `/api/${base}/file/${id}`
/** Path, below `/api/`, of the call that uploads a file for the field `name`. */
export const uploadPath = (name: string, { base = '', wire = name }: FileOptions): string => `${base}/upload_${wire}`

const ID = /^\d{1,19}$/
const LINK = /\/file\/(\d{1,19})(?:[?#].*)?$/
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): number | null => (typeof value === 'number' && value >= 0 ? value : null)

/** Parses a file in a request: its id, its link, or the answer of the upload; undefined if it is none of these. */
const fileIn = (value: unknown): FileValue | undefined => {
  const form = (typeof value === 'object' && value !== null ? value : { id: value }) as Readonly<Record<string, unknown>>
  const named = text(form.id ?? form.attachId ?? form.link).trim()
  const id = ID.test(named) ? named : LINK.exec(named)?.[1]
  if (id === undefined) return undefined
  return {
    id,
    name: text(form.name),
    kind: text(form.kind) as FileKind,
    size: count(form.size) ?? 0,
    width: count(form.width),
    height: count(form.height),
  }
}
const listed = (part: unknown): readonly unknown[] => {
  if (Array.isArray(part)) return part
  return typeof part === 'string'
    ? part
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
    : [part]
}

const STRING = { type: 'string' } as const
const UPLOADED = { type: 'object', description: 'what the upload answered' } as const

/** Two parts on the wire: the links, comma-joined, and `{field}Files` with the metadata of each file. */
export const fileModel: FieldModel<readonly FileValue[], FileOptions> = {
  kind: 'file',
  schema: (options) => ({
    anyOf: [STRING, { type: 'array', maxItems: filesAtMost(options), items: { anyOf: [STRING, UPLOADED] } }, UPLOADED, { type: 'null' }],
  }),
  example: () => [undefined, undefined],
  answer: () => [{ type: 'string', description: 'links of the files, divided by commas' }, { type: 'array' }],
  wireNames: (name, { wire = name }) => [wire, `${wire}Files`],
  toWire: (value, options) => {
    const files = (value ?? []).map((one) => ({ ...one, link: linkOf(options, one.id) }))
    return [files.map(({ link }) => link).join(','), files]
  },
  fromWire: ([links, files]) => {
    const part = links === undefined ? files : links
    if (isEmpty(part)) return null
    const found = listed(part).map(fileIn)
    if (found.length > 1000 || found.some((one) => one === undefined)) return undefined
    const known = new Map(
      (Array.isArray(files) ? files : []).flatMap((one) => {
        const made = fileIn(one)
        return made ? [[made.id, made] as const] : []
      }),
    )
    const values = (found as FileValue[]).map((one) => known.get(one.id) ?? one)
    return values.length > 0 ? [...new Map(values.map((one) => [one.id, one])).values()] : null
  },
  faultAt: ([links]) => (links === undefined ? 1 : 0),
  check: (value, options) => {
    if (value.some(({ id }) => id === '')) return ['文件正在上传，请稍候', 'is still uploading: please wait']
    return value.length > filesAtMost(options) ? tooMany(options) : null
  },
}
