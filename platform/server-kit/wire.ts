import { columnOf } from '@lamplight/fields/column'
import { missing, modelOf, titleName, wrongForm } from '@lamplight/fields/model'
import type { Field, Lang, ResourceDefinition } from '@lamplight/kit'
import { meets } from '@lamplight/kit'
import { fieldError } from './refuse.ts'
import { formatTime, parseTime } from './times.ts'

export interface Tongue {
  readonly lang: Lang
  readonly zone: string
}
type Values = Record<string, unknown>

const wireTime = (value: unknown, zone: string): string => (value ? formatTime(value as string | Date, zone) : '')

/** A row as it goes over the wire: ids as strings, nulls as the contract writes them, times in the tenant's zone, titles beside references. */
export const wireRow = (resource: ResourceDefinition, row: Values, { zone }: Pick<Tongue, 'zone'>): Values => {
  const wire: Values = { id: row.id, tenantId: row.tenantId ?? '' }
  for (const [name, field] of Object.entries(resource.fields)) {
    const model = modelOf(field)
    const names = model.wireNames(name, field.options)
    if (field.kind === 'time') wire[names[0] as string] = wireTime(row[name], zone)
    else
      model.toWire(row[name] ?? null, field.options).forEach((part, at) => {
        wire[names[at] as string] = part
      })
    if (field.kind === 'ref' || field.kind === 'refs') {
      const title = titleName(name, field.options)
      if (!(title in resource.fields)) wire[title] = row[`${name}$title`] ?? ''
    }
  }
  wire.createUser = row.createUser ?? ''
  wire.createTime = wireTime(row.createTime, zone)
  wire.updateUser = row.updateUser ?? ''
  wire.updateTime = wireTime(row.updateTime, zone)
  wire.isDeleted = 0
  if (!('status' in resource.fields)) wire.status = 1
  return wire
}

/** A database row (columns by name) as values by field. */
export const readRow = (resource: ResourceDefinition, raw: Values): Values => {
  const row: Values = {
    id: raw.id,
    tenantId: raw.tenant_id,
    createUser: raw.create_user ?? null,
    createTime: raw.create_time,
    updateUser: raw.update_user ?? null,
    updateTime: raw.update_time,
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    const column = columnOf(field)
    row[name] = column.read(column.columns(name, field.options).map((part) => raw[part.name]))
    if (field.kind === 'ref' || field.kind === 'refs') row[`${name}$title`] = raw[`${name}$title`] ?? ''
  }
  return row
}

/** The value of one field in a body, or undefined when the body does not have it. Throws the field's refusal. */
const valueIn = (name: string, field: Field, body: Values, tongue: Tongue): unknown => {
  const model = modelOf(field)
  const names = model.wireNames(name, field.options)
  if (!names.some((wire) => wire in body)) return undefined
  const parts = names.map((wire) => body[wire])
  const at = names[model.faultAt?.(parts) ?? 0] as string
  let value = model.fromWire(parts, field.options)
  if (value !== undefined && value !== null && field.kind === 'time') value = parseTime(value as string, tongue.zone)
  if (value === undefined) throw fieldError(at, wrongForm, tongue.lang)
  const wrong = value === null ? null : model.check(value, field.options)
  if (wrong) throw fieldError(at, wrong, tongue.lang)
  return value
}

/**
 * The draft a body means: known, writable fields only; unknown keys are ignored (wire-contract.md 2.3).
 * Throws 400 naming the field on a wrong form, a value out of bounds, or a required field that is empty.
 */
export const draftFrom = (resource: ResourceDefinition, body: Values, tongue: Tongue, isNew: boolean): Values => {
  const draft: Values = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.options.readonly || field.options.from) continue
    const value = valueIn(name, field, body, tongue)
    const secretKept = field.kind === 'secret' && value === null && !isNew
    if (value !== undefined && !secretKept) draft[name] = value
    else if (isNew && field.options.initial !== undefined) draft[name] = field.options.initial
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.options.readonly || field.options.from) continue
    if (field.options.when && !meets(field.options.when, draft)) {
      if (draft[name] !== undefined) draft[name] = null
      continue
    }
    const empty = draft[name] === null || (isNew && draft[name] === undefined)
    if (field.options.required && empty) throw fieldError(modelOf(field).wireNames(name, field.options)[0] as string, missing, tongue.lang)
  }
  return draft
}

/** The page object of wire-contract.md 2.2. */
export const page = (records: readonly unknown[], total: number, current: number, size: number): Values => ({
  records,
  total,
  size,
  current,
  pages: size > 0 ? Math.ceil(total / size) : total > 0 ? 1 : 0,
  orders: [],
  searchCount: true,
})

/** The envelope of wire-contract.md 2.1; null data is `{}`. */
export const envelope = (data: unknown, lang: Lang): Values => ({
  code: 200,
  success: true,
  data: data ?? {},
  msg: lang === 'en' ? 'Done' : '操作成功',
})
