import { columnsOf } from '@lamplight/fields/column'
import type { RefOptions, TextOptions } from '@lamplight/fields/model'
import { LOST_DIGITS, lostDigits } from '@lamplight/inventory'
import { type Field, isRefusal, type Lang, pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { answerTo, errors } from '../http/refuse.ts'
import { dictionaryWordsPort } from '../ports.ts'
import { userConditions } from '../resource/list-query.ts'
import { tableOf, titleColumn } from '../resource/tables.ts'
import type { ResourceServer } from '../slice-types.ts'
import type { SheetColumn } from './sheet-columns.ts'

/** Texts of a row's cells, by the wire name of their column; empty cells are left out. */
export type Cells = Readonly<Record<string, string>>
type Values = Record<string, unknown>
type Find = (name: string) => ResourceServer | undefined
/** Maps dictionary words and row titles to their keys and ids, by column. Undefined: several rows have that title. */
type KnownWords = ReadonlyMap<string, ReadonlyMap<string, string | undefined>>
const SEVERAL = /[,，、;；]/
const YES_NO: readonly [Text, Text] = [
  ['否', 'No'],
  ['是', 'Yes'],
]
const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()
const says = (word: Text, cell: string): boolean => same(word[0], cell) || same(word[1], cell)
/** Returns the allowed words of a choice or flag field; no words for other fields. */
export const wordsOf = ({ kind, options }: Field, lang: Lang): string[] => {
  const { values, words = YES_NO } = options as { values?: Readonly<Record<string, Text>>; words?: readonly [Text, Text] }
  if (kind === 'flag') return words.map((word) => pick(word, lang))
  return kind === 'choice' ? Object.values(values ?? {}).map((word) => pick(word, lang)) : []
}
const titlesIn = ({ kind }: Field, cell: string): string[] =>
  (kind === 'refs' ? cell.split(SEVERAL) : [cell]).map((title) => title.trim()).filter(Boolean)

const wrong = (column: SheetColumn, message: Text, lang: Lang) =>
  errors.field({ field: column.wire, message: pick(message, lang) }, column.wire)

/** Returns the ids of the rows with these titles, other unique texts, or ids. */
const idsBehind = async (ctx: Ctx, served: ResourceServer, texts: readonly string[]): Promise<ReadonlyMap<string, string | undefined>> => {
  const { resource, implementation } = served
  const unique = Object.entries(resource.fields).filter(([, { kind, options }]) => kind === 'text' && options.unique && !options.from)
  const columns = new Set([
    'id',
    titleColumn(resource),
    ...unique.flatMap(([name, field]) => columnsOf(name, field).map((column) => column.name)),
  ])
  const params: unknown[] = [texts]
  const seen = ['not t.is_deleted', ...userConditions(resource, implementation, ctx.user, params)]
  if (resource.scope !== 'global') seen.push(`t.tenant_id = $${params.push(ctx.tenantId)}`)
  const parts = [...columns].map(
    (column) =>
      `select t.id, t.${column}::text as title from ${tableOf(resource)} t where t.${column}::text = any($1) and ${seen.join(' and ')}`,
  )
  const rows = await ctx.query<{ id: string | null; title: string }>(
    `select title, case when count(distinct id) = 1 then min(id)::text end as id from (${parts.join(' union ')}) k group by title`,
    params,
  )
  return new Map(rows.map(({ id, title }) => [title, id ?? undefined]))
}

const dictionaryOf = async (ctx: Ctx, code: string, lang: Lang): Promise<[key: string, word: string][]> => [
  ...((await ctx.platform.port(dictionaryWordsPort).words([code], lang)).get(code) ?? []),
]
/** Returns the words of a dictionary, for templates. */
export const dictionaryWords = async (ctx: Ctx, code: string): Promise<string[]> =>
  (await dictionaryOf(ctx, code, ctx.lang)).map(([, word]) => word)

/** Looks up the dictionary keys and row ids for the cells of several rows, with one query per column. */
export const lookUp = async (ctx: Ctx, find: Find, columns: readonly SheetColumn[], rows: readonly Cells[]): Promise<KnownWords> => {
  const known = new Map<string, ReadonlyMap<string, string | undefined>>()
  for (const { wire, field } of columns) {
    const { to, code } = field.options as Partial<RefOptions> & { code?: string }
    if (field.kind === 'dict' && code) {
      const entries = (await Promise.all((['zh', 'en'] as const).map((lang) => dictionaryOf(ctx, code, lang)))).flat()
      known.set(wire, new Map(entries.flatMap(([key, word]) => [word, key].map((text): [string, string] => [text.toLowerCase(), key]))))
    }
    const target = to ? find(to) : undefined
    if (!target) continue
    const texts = [...new Set(rows.flatMap((cells) => (cells[wire] ? titlesIn(field, cells[wire]) : [])))]
    known.set(wire, texts.length > 0 ? await idsBehind(ctx, target, texts) : new Map())
  }
  return known
}

const idOf = (column: SheetColumn, title: string, known: KnownWords, lang: Lang): string => {
  const titles = known.get(column.wire)
  const id = titles?.get(title)
  if (id) return id
  throw wrong(
    column,
    titles?.has(title) ? [`“${title}”不唯一`, `“${title}” is the name of several rows`] : [`“${title}”不存在`, `“${title}” does not exist`],
    lang,
  )
}

const YEAR_FIRST = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const two = (text = '0'): string => text.padStart(2, '0')
/**
 * Converts a date with the year first (`2026/1/31`, `2026年1月31日`) to `yyyy-MM-dd`, or to `yyyy-MM-dd HH:mm:ss`; returns other texts
 * unchanged.
 */
const dateIn = (cell: string, withTime: boolean): string => {
  const [, year, month, day, hour, minute, second] = YEAR_FIRST.exec(cell) ?? []
  if (!year || (hour && !withTime)) return cell
  const date = `${year}-${two(month)}-${two(day)}`
  return withTime ? `${date} ${two(hour)}:${two(minute)}:${two(second)}` : date
}
/** Reads the cell of a text field. If the field is a day, dates in other forms are converted. */
const textIn = (cell: string, { options }: Field): string => {
  const { shape } = options as TextOptions
  return shape === 'day' || shape === 'dayOrTime' ? dateIn(cell, false) : cell
}
/** Removes the unit of the field after a number: `70 W`, `60%`. */
const withoutUnit = (cell: string, { options }: Field): string => {
  const { unit } = options as { unit?: string }
  const number = unit && cell.toLowerCase().endsWith(unit.toLowerCase()) ? cell.slice(0, -unit.length).trim() : ''
  return /^[+-]?\d+(?:\.\d+)?$/.test(number) ? number : cell
}

/** Converts a cell into its value on the wire. Throws a refusal that names the column. */
const valueIn = (column: SheetColumn, cell: string, known: KnownWords, lang: Lang): unknown => {
  const { field, wire } = column
  const { values, words = YES_NO } = field.options as { values?: Readonly<Record<string, Text>>; words?: readonly [Text, Text] }
  switch (field.kind) {
    case 'choice': {
      const key = Object.entries(values ?? {}).find(([number, word]) => number === cell || says(word, cell))?.[0]
      if (key === undefined) throw wrong(column, [`“${cell}”不是可选的值`, `“${cell}” is not one of the choices`], lang)
      return Number(key)
    }
    case 'flag': {
      const at = [0, 1].find((value) => says(words[value] as Text, cell) || says(YES_NO[value] as Text, cell) || cell === String(value))
      if (at === undefined) throw wrong(column, [`“${cell}”不是可选的值`, `“${cell}” is not one of the choices`], lang)
      return at
    }
    case 'dict': {
      const key = known.get(wire)?.get(cell.toLowerCase())
      if (key === undefined) throw wrong(column, [`“${cell}”不是可选的值`, `“${cell}” is not one of the choices`], lang)
      return key
    }
    case 'ref':
      return idOf(column, cell, known, lang)
    case 'refs':
      return titlesIn(field, cell).map((title) => idOf(column, title, known, lang))
    case 'text':
      if (lostDigits(cell)) throw wrong(column, LOST_DIGITS, lang)
      return textIn(cell, field)
    case 'time':
      return dateIn(cell, true)
    case 'number':
    case 'int':
      return withoutUnit(cell, field)
    default:
      return cell
  }
}

/** Converts a row of a sheet into a request body. Throws a refusal that names the column at fault. */
export const bodyFrom = (columns: readonly SheetColumn[], cells: Cells, fixed: Values, known: KnownWords, lang: Lang): Values => {
  const body: Values = { ...fixed }
  for (const column of columns) {
    const cell = cells[column.wire]
    if (cell !== undefined) body[column.wire] = valueIn(column, cell, known, lang)
  }
  return body
}

/** Returns the text of a refusal, which names the column by its head in the sheet; null if the error is not a refusal. */
export const reasonOf = (thrown: unknown, resource: ResourceDefinition, columns: readonly SheetColumn[], lang: Lang): string | null => {
  if (!isRefusal(thrown)) {
    const answer = answerTo(thrown, lang)
    return answer.unexpected === undefined ? answer.body.msg : null
  }
  const column = columns.find(({ wire, name }) => wire === thrown.field || name === thrown.field)
  const label = column ? pick(column.head, lang) : resource.fields[thrown.field ?? '']?.options.label[lang === 'zh' ? 0 : 1]
  if (!label) return pick(thrown.refusal.text, lang, thrown.values)
  const { message } = thrown.values ?? {}
  if (message !== undefined) return lang === 'zh' ? `${label}：${message}` : `${label}: ${message}`
  const words = pick(thrown.refusal.text, lang, { ...thrown.values, field: label, label })
  return words.includes(label) ? words : lang === 'zh' ? `${label}：${words}` : `${label}: ${words}`
}
