import { modelOf } from '@lamplight/fields/model'
import { type Field, pick, type ResourceDefinition } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { readRow, wireTime } from '../http/wire.ts'
import { dictionaryWordsPort, registryPort } from '../ports.ts'
import { columnOf, type Find, type Words } from './export-columns.ts'
import { createStore } from './resource-store.ts'
import { titleField } from './tables.ts'

type Values = Readonly<Record<string, unknown>>
/** A change of fields as stored in the audit log: values by field, before and after. */
export interface FieldChange {
  readonly before: Values
  readonly after: Values
}
export interface ChangeInWords {
  readonly label: string
  readonly before: string
  readonly after: string
}

const targetOf = ({ options }: Field): string => (options as { readonly to?: string }).to ?? ''

/** Returns the titles of referenced rows in the changes, by resource and id, for rows that the user may see. */
const titlesIn = async (ctx: Ctx, fields: readonly (readonly [string, Field])[], changes: readonly FieldChange[], find: Find) => {
  const wanted = new Map<string, Set<string>>()
  for (const [name, field] of fields.filter(([, one]) => one.kind === 'ref'))
    for (const { before, after } of changes)
      for (const value of [before[name], after[name]])
        if (typeof value === 'string' && /^\d{1,19}$/.test(value))
          wanted.set(targetOf(field), (wanted.get(targetOf(field)) ?? new Set()).add(value))
  const titles = new Map<string, string>()
  for (const [to, ids] of wanted) {
    const served = find(to)
    if (!served) continue
    for (const raw of await ctx.query<Record<string, unknown>>(...createStore(served, find).byIds([...ids], ctx.user)))
      titles.set(`${to} ${String(raw.id)}`, String(readRow(served.resource, raw)[titleField(served.resource)] ?? ''))
  }
  return titles
}

/** Returns changes of rows as texts, as lists show the values, in the user's language. Secrets and hidden fields are left out. */
export const changeWords = async (ctx: Ctx, resource: ResourceDefinition, changes: readonly FieldChange[]): Promise<ChangeInWords[][]> => {
  const { resources } = ctx.platform.port(registryPort)
  const find: Find = (name) => resources.get(name)
  const fields = Object.entries(resource.fields).filter(([, { kind, options }]) => kind !== 'secret' && !options.hidden)
  const codes = fields.flatMap(([, { options }]) => (options as { readonly code?: string }).code ?? [])
  const words: Words = codes.length > 0 ? await ctx.platform.port(dictionaryWordsPort).words(codes, ctx.lang) : new Map()
  const titles = await titlesIn(ctx, fields, changes, find)
  const textOf = (name: string, field: Field, value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (field.kind === 'ref') return titles.get(`${targetOf(field)} ${String(value)}`) ?? ''
    if (field.kind === 'time') return wireTime(value, ctx.zone)
    // The audit log stores only the length of long lists.
    if (field.kind === 'refs' || field.kind === 'items') return ''
    const { wireNames, toWire } = modelOf(field)
    const parts = toWire(value as never, field.options)
    const row = Object.fromEntries(wireNames(name, field.options).map((wire, at) => [wire, parts[at]]))
    return columnOf(name, field, ctx.lang, words, find)
      .cells(row)
      .map((cell) => String(cell ?? ''))
      .join(', ')
  }
  return changes.map(({ before, after }) =>
    fields.flatMap(([name, field]) =>
      name in before || name in after
        ? [
            {
              label: pick(field.options.label, ctx.lang),
              before: textOf(name, field, before[name]),
              after: textOf(name, field, after[name]),
            },
          ]
        : [],
    ),
  )
}
