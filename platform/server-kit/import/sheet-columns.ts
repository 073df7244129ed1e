import { modelOf } from '@lamplight/fields/model'
import { type Field, type Lang, pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import { writableFields } from '../http/examples.ts'

/** A column of a sheet. A place field has two columns, every other field one. */
export interface SheetColumn {
  /** Name of the value on the wire. */
  readonly wire: string
  readonly name: string
  readonly field: Field
  readonly head: Text
  readonly required: boolean
}
const AXES: readonly Text[] = [
  ['经度 (WGS-84)', ' longitude (WGS-84)'],
  ['纬度 (WGS-84)', ' latitude (WGS-84)'],
]
/** Kinds of fields whose values a cell cannot hold. */
const NOT_IN_SHEETS = new Set(['secret', 'file'])

const headOf = ({ kind, options }: Field, part: number): Text => {
  const { unit } = options as { unit?: string }
  const axis = kind === 'geo' ? AXES[part] : undefined
  const end = axis ?? (unit ? ([` (${unit})`, ` (${unit})`] as const) : (['', ''] as const))
  return [`${options.label[0]}${end[0]}`, `${options.label[1]}${end[1]}`]
}

/** Returns the columns of the import sheet of a resource. */
export const sheetColumns = (resource: ResourceDefinition): readonly SheetColumn[] => {
  const definition = resource.io?.import
  const key = typeof definition === 'object' ? definition.key : ''
  const template = typeof definition === 'object' ? definition.template : undefined
  const fields = new Map(writableFields(resource).filter(([, { kind, options }]) => !NOT_IN_SHEETS.has(kind) && options.form !== false))
  return (template ?? [...fields.keys()]).flatMap((name) => {
    const field = fields.get(name)
    if (!field) return []
    const { required, initial, otherwise, emptyWhen, when } = field.options
    const isRequired = name === key || (required === true && initial === undefined && !otherwise && !emptyWhen && !when)
    return modelOf(field)
      .wireNames(name, field.options)
      .map((wire, part): SheetColumn => ({ wire, name, field, head: headOf(field, part), required: isRequired }))
  })
}

/** The head of a column in a template; a required column is marked by an asterisk. */
export const markedHead = ({ head, required }: SheetColumn, lang: Lang): string => `${pick(head, lang)}${required ? ' *' : ''}`

const bare = (head: string): string =>
  head
    .replace('\uFEFF', '')
    .replace(/\s*[*＊]\s*$/, '')
    .replace(/\s*[(（][^()（）]*[)）]\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Finds the column of each head of a file, by its label in either language or by its name on the wire; undefined for an unknown head. */
export const columnsBehind = (columns: readonly SheetColumn[], heads: readonly string[]): readonly (SheetColumn | undefined)[] => {
  const taken = new Set<SheetColumn>()
  return heads.map((head) => {
    const word = bare(head)
    if (word === '') return undefined
    const found = columns.find((column) => !taken.has(column) && [...column.head.map(bare), column.wire.toLowerCase()].includes(word))
    if (found) taken.add(found)
    return found
  })
}
