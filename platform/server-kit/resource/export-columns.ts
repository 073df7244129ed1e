import { type FileValue, modelOf, type TermsOptions, termWords, titleName } from '@lamplight/fields/model'
import { type Field, type Lang, pick, type ResourceDefinition, ROW_TIMES, type Text } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { readRow, wireRow } from '../http/wire.ts'
import { dictionaryWordsPort } from '../ports.ts'
import type { ResourceServer } from '../slice-types.ts'
import { createStore, type Store } from './resource-store.ts'
import { titleField } from './tables.ts'

export type Values = Record<string, unknown>
export type Find = (name: string) => ResourceServer | undefined
export type Words = ReadonlyMap<string, ReadonlyMap<string, string>>
/** A column of an exported file, or two for a place: heads and cells have the same length. */
export interface ExportColumn {
  readonly heads: readonly string[]
  readonly cells: (row: Values) => readonly unknown[]
}
/** A referenced resource whose rows a column needs: the reference `wire` of the exported rows contains their ids. */
export interface Followed {
  readonly wire: string
  readonly served: ResourceServer
  readonly store: Store
}

const YES_NO: readonly [Text, Text] = [
  ['否', 'No'],
  ['是', 'Yes'],
]
const AXES: readonly Text[] = [
  ['经度 (WGS-84)', 'longitude (WGS-84)'],
  ['纬度 (WGS-84)', 'latitude (WGS-84)'],
]
/** `from` of fields with values that devices report. */
const REPORTED = 'devices.state'
const NUMBERS = new Set(['int', 'number'])

/** Returns the column of a field. Cells contain texts as in lists; numbers have their unit in the head. */
export const columnOf = (name: string, field: Field, lang: Lang, words: Words, find: Find): ExportColumn => {
  const label = pick(field.options.label, lang)
  const names = modelOf(field).wireNames(name, field.options)
  const value = (row: Values): unknown => row[names[0] as string]
  const single = (cell: (row: Values) => unknown, head = label): ExportColumn => ({ heads: [head], cells: (row) => [cell(row)] })
  switch (field.kind) {
    case 'geo':
      return {
        heads: AXES.map((axis) => `${label}${lang === 'zh' ? '' : ' '}${pick(axis, lang)}`),
        cells: (row) => names.map((wire) => numeric(row[wire])),
      }
    case 'file':
      return single((row) => (row[names[1] as string] as readonly FileValue[]).map((file) => file.name).join(lang === 'zh' ? '、' : ', '))
    case 'ref':
    case 'refs':
      return single((row) => row[titleName(name, field.options)])
    case 'terms':
      return single((row) => termWords(String(value(row)).split(',').filter(Boolean), field.options as unknown as TermsOptions, lang))
    case 'choice': {
      const { values } = field.options as unknown as { values: Record<string, Text> }
      return single((row) => {
        const word = values[String(value(row))]
        return word ? pick(word, lang) : ''
      })
    }
    case 'flag': {
      const flagWords = (field.options as { words?: readonly [Text, Text] }).words ?? YES_NO
      return single((row) => pick(flagWords[value(row) === 1 ? 1 : 0], lang))
    }
    case 'dict': {
      const known = words.get((field.options as unknown as { code: string }).code)
      return single((row) => known?.get(String(value(row))) ?? value(row))
    }
    default: {
      const { unit, of } = field.options as { unit?: string; of?: string }
      if (of === 'resource')
        return single((row) => {
          const named = find(String(value(row)))?.resource.label
          return named ? pick(named, lang) : value(row)
        })
      // On the wire -1 means a missing integer (wire-contract.md 2.3).
      return single(
        (row) => (value(row) === -1 ? '' : NUMBERS.has(field.kind) ? numeric(value(row)) : value(row)),
        unit ? `${label} (${unit})` : label,
      )
    }
  }
}
/** Converts text on the wire into a number if it is one. */
const numeric = (value: unknown): unknown => {
  if (typeof value !== 'string' || value.trim() === '') return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

const exportable = (resource: ResourceDefinition): Map<string, Field> =>
  new Map(Object.entries(resource.fields).filter(([, field]) => field.kind !== 'secret' && !field.options.hidden))

/** Names of columns that a resource exports besides its own fields: `controllerId.gatewayId` is the gateway of a lamp's controller. */
const alsoOf = (resource: ResourceDefinition): readonly string[] => (typeof resource.io?.export === 'object' ? resource.io.export.also : [])

/** Returns the column of a referenced row; null if the user may not see rows of that resource. */
const followedColumn = (
  resource: ResourceDefinition,
  name: string,
  ctx: Ctx,
  words: Words,
  find: Find,
): (Followed & { readonly column: ExportColumn }) | null => {
  const [by = '', of = ''] = name.split('.')
  const reference = resource.fields[by]
  const served = find((reference?.options as { to?: string } | undefined)?.to ?? '')
  const field = served && exportable(served.resource).get(of)
  if (!reference || !served || !field || !ctx.user.permissions.has(`${served.resource.code}_view`)) return null
  const wire = modelOf(reference).wireNames(by, reference.options)[0] as string
  return { wire, served, store: createStore(served, find), column: columnOf(of, field, ctx.lang, words, find) }
}

/** Column names that an export of the resource accepts. */
export const exportNames = (resource: ResourceDefinition): ReadonlySet<string> =>
  new Set([...exportable(resource).keys(), ...(resource.reads ? [] : Object.keys(ROW_TIMES)), ...alsoOf(resource)])

/**
 * Returns the requested columns in the requested order, or all fields if none is named. A tree always
 * includes its parents; secrets are never exported. `withValues` false: without values that devices reported, unless columns are named.
 */
export const columnsFor = async (resource: ResourceDefinition, requested: unknown, ctx: Ctx, find: Find, withValues = true) => {
  const fields = exportable(resource)
  const known = exportNames(resource)
  const wanted = [...new Set(String(requested ?? '').split(','))].filter((name) => known.has(name))
  const unnamed = [...fields].filter(([, { options }]) => withValues || options.from !== REPORTED).map(([name]) => name)
  const names = wanted.length > 0 ? wanted : unnamed
  const parent = resource.list?.tree
  if (parent && !names.includes(parent)) names.splice(names.indexOf(titleField(resource)) + 1 || names.length, 0, parent)
  const codes = names.flatMap((name) => (fields.get(name)?.options as { code?: string } | undefined)?.code ?? [])
  const words: Words = codes.length > 0 ? await ctx.platform.port(dictionaryWordsPort).words(codes, ctx.lang) : new Map()
  const followed: Followed[] = []
  const columns = names.flatMap((name): ExportColumn[] => {
    const field = fields.get(name)
    if (field) return [columnOf(name, field, ctx.lang, words, find)]
    if (name in ROW_TIMES) return [{ heads: [pick(ROW_TIMES[name as keyof typeof ROW_TIMES], ctx.lang)], cells: (row) => [row[name]] }]
    const found = followedColumn(resource, name, ctx, words, find)
    if (!found) return []
    const { column, ...follow } = found
    if (!followed.some(({ wire }) => wire === follow.wire)) followed.push(follow)
    const beside = (row: Values): Values => (row[`${follow.wire}.`] as Values | undefined) ?? {}
    return [{ heads: column.heads, cells: (row) => (row[`${follow.wire}.`] ? column.cells(beside(row)) : column.heads.map(() => '')) }]
  })
  return { columns, followed }
}

/** Reads the referenced rows and stores them in each row under the reference's wire name and a dot. */
export const follow = async (rows: readonly Values[], followed: readonly Followed[], ctx: Ctx): Promise<void> => {
  for (const { wire, served, store } of followed) {
    const ids = [...new Set(rows.map((row) => String(row[wire] ?? '')))].filter((id) => /^\d{1,19}$/.test(id))
    if (ids.length === 0) continue
    const found = await ctx.query<Values>(...store.shownByIds(ids, ctx.user))
    const byId = new Map(found.map((raw) => [String(raw.id), wireRow(served.resource, readRow(served.resource, raw), ctx)]))
    for (const row of rows) row[`${wire}.`] = byId.get(String(row[wire] ?? ''))
  }
}
