import { columnOf } from '@lamplight/fields/column'
import { isWanted, modelOf, titleName, type WireRow, wanted, wrongForm } from '@lamplight/fields/model'
import type { Field, Lang, ResourceDefinition } from '@lamplight/kit'
import { meets } from '@lamplight/kit'
import { formatTime, parseTime } from '../process/times.ts'
import { fieldError } from './refuse.ts'

export interface Language {
  readonly lang: Lang
  readonly zone: string
}
type Values = Record<string, unknown>

/** A time on the wire; the empty text if there is none. */
export const wireTime = (value: unknown, zone: string): string => (value ? formatTime(value as string | Date, zone) : '')

/** What reading and writing a field needs, computed once. */
export interface Step {
  readonly name: string
  readonly field: Field
  readonly model: ReturnType<typeof modelOf>
  readonly names: readonly string[]
  readonly column: ReturnType<typeof columnOf>
  readonly columns: readonly string[]
  /** Key of the title of a reference in rows, and its wire name; null if another field has that wire name. */
  readonly title: { readonly key: string; readonly wire: string | null } | null
}
const known = new WeakMap<ResourceDefinition, readonly Step[]>()
/** The fields of a resource with what reading and writing them needs. */
export const stepsOf = (resource: ResourceDefinition): readonly Step[] => {
  const made = known.get(resource)
  if (made) return made
  const steps = Object.entries(resource.fields).map(([name, field]): Step => {
    const [model, column] = [modelOf(field), columnOf(field)]
    const title = field.kind === 'ref' || field.kind === 'refs' ? titleName(name, field.options) : null
    return {
      name,
      field,
      model,
      column,
      names: model.wireNames(name, field.options),
      columns: column.columns(name, field.options).map((part) => part.name),
      title: title === null ? null : { key: `${name}$title`, wire: title in resource.fields ? null : title },
    }
  })
  known.set(resource, steps)
  return steps
}

/** True if a field is not part of this list row (`alone`). */
export const isLeftOut = ({ field }: Pick<Step, 'field'>, isRead: boolean): boolean => field.options.alone === true && !isRead

/** Converts a row to its wire form: ids as strings, nulls as the contract writes them, times in the tenant's zone, titles of references. */
export const wireRow = <D extends ResourceDefinition>(resource: D, row: Values, { zone }: Pick<Language, 'zone'>): Values & WireRow<D> => {
  const wire: Values = resource.reads ? { id: row.id } : { id: row.id, tenantId: row.tenantId ?? '' }
  for (const { name, field, model, names, title } of stepsOf(resource)) {
    if (isLeftOut({ field }, name in row)) continue
    if (field.kind === 'time') wire[names[0] as string] = wireTime(row[name], zone)
    else {
      const parts = model.toWire(row[name] ?? null, field.options)
      for (let at = 0; at < parts.length; at += 1) wire[names[at] as string] = parts[at]
    }
    if (title?.wire) wire[title.wire] = row[title.key] ?? ''
  }
  if (resource.reads) return wire as Values & WireRow<D>
  wire.createUser = row.createUser ?? ''
  wire.createTime = wireTime(row.createTime, zone)
  wire.updateUser = row.updateUser ?? ''
  wire.updateTime = wireTime(row.updateTime, zone)
  wire.isDeleted = 0
  if (!('status' in resource.fields)) wire.status = 1
  return wire as Values & WireRow<D>
}

/** Converts a database row (by column name) to values by field name. */
export const readRow = (resource: ResourceDefinition, raw: Values): Values => {
  const row: Values = {
    id: raw.id,
    tenantId: raw.tenant_id,
    createUser: raw.create_user ?? null,
    createTime: raw.create_time,
    updateUser: raw.update_user ?? null,
    updateTime: raw.update_time,
  }
  for (const { name, field, column, columns, title } of stepsOf(resource)) {
    if (
      isLeftOut(
        { field },
        columns.some((part) => part in raw),
      )
    )
      continue
    row[name] = column.read(columns.map((part) => raw[part]))
    if (title) row[title.key] = raw[title.key] ?? ''
  }
  return row
}

/** Reads a value from its parts on the wire: a time without a zone is one in `zone`. Undefined if the form is wrong. */
export const readValue = ({ kind, options }: Field, parts: readonly unknown[], zone: string): unknown => {
  const value = modelOf({ kind, options } as Field).fromWire(parts, options)
  return kind === 'time' && typeof value === 'string' ? parseTime(value, zone) : value
}

/** Reads one field from a body; undefined if the body does not contain it. Throws the field's refusal. */
const valueIn = (name: string, field: Field, body: Values, language: Language): unknown => {
  const model = modelOf(field)
  const names = model.wireNames(name, field.options)
  if (!names.some((wire) => wire in body)) return undefined
  const parts = names.map((wire) => body[wire])
  const at = names[model.faultAt?.(parts) ?? 0] as string
  const value = readValue(field, parts, language.zone)
  if (value === undefined) throw fieldError(at, wrongForm, language.lang)
  const wrong = value === null ? null : model.check(value, field.options)
  if (wrong) throw fieldError(at, wrong, language.lang)
  return value
}

/**
 * Converts a body to a draft with the known, writable fields; unknown keys are ignored (wire-contract.md 2.3). Throws a 400 that names the field
 * if a form is wrong, a value is out of bounds, or a required field is empty.
 */
export const draftFrom = (resource: ResourceDefinition, body: Values, language: Language, isNew: boolean): Values => {
  const draft: Values = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.options.readonly || field.options.from) continue
    const value = valueIn(name, field, body, language)
    const secretKept = field.kind === 'secret' && value === null && !isNew
    if (value !== undefined && !secretKept) draft[name] = value
    else if (isNew && field.options.initial !== undefined) draft[name] = field.options.initial
  }
  for (const [name, { options }] of Object.entries(resource.fields)) {
    const { otherwise } = options
    const empty = draft[name] === null || (isNew && draft[name] === undefined)
    if (otherwise !== undefined && empty && draft[otherwise] != null) draft[name] = draft[otherwise]
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.options.readonly || field.options.from) continue
    if (field.options.when && !meets(field.options.when, draft)) {
      if (draft[name] !== undefined) draft[name] = null
      continue
    }
    const empty = draft[name] === null || (isNew && draft[name] === undefined)
    if (empty && isWanted(field, draft))
      throw fieldError(modelOf(field).wireNames(name, field.options)[0] as string, wanted(field), language.lang)
  }
  return draft
}

/** Makes the page object of wire-contract.md 2.2. */
export const page = <R>(records: readonly R[], total: number, current: number, size: number) => ({
  records,
  total,
  size,
  current,
  pages: size > 0 ? Math.ceil(total / size) : total > 0 ? 1 : 0,
  orders: [] as readonly unknown[],
  searchCount: true,
})

/** Wraps data in the envelope of wire-contract.md 2.1; null becomes `{}`. */
export const envelope = (data: unknown, lang: Lang) => ({
  code: 200,
  success: true,
  data: data ?? {},
  msg: lang === 'en' ? 'Done' : '操作成功',
})
