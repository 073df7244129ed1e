import { isEmpty, isWanted, modelOf, wanted, wrongForm } from '@lamplight/fields/model'
import { addMonths, type Field, type Fields, meets, type ResourceDefinition, type Text } from '@lamplight/kit'
import { formatTime } from '../../i18n/format.ts'
import { zone } from '../../i18n/use-format.ts'
import { fieldOfWire, type Values } from './entry.ts'

export type Errors = Readonly<Record<string, Text>>
export type Mode = 'create' | 'edit'

/** Fields that users write, in this mode. */
export const writable = (fields: Fields, mode: Mode): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, field]) => {
      const { readonly: fixed, from, form } = field.options
      return !fixed && !from && form !== false && (form === undefined || form === mode)
    }),
  )

/** Returns the fields for the form of a row; those that its state requires become required. */
export const requiredIn = ({ lifecycle }: Pick<ResourceDefinition, 'lifecycle'>, fields: Fields, row: Values | undefined): Fields => {
  const requires = lifecycle?.states[row?.[lifecycle.field] as number]?.requires ?? []
  const wanted = (name: string, field: Field): Field =>
    requires.includes(name) ? { ...field, options: { ...field.options, required: true } } : field
  return requires.length === 0 ? fields : Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, wanted(name, field)]))
}

/** Names of `fields` whose rules hold for the typed values. */
export const shownNames = (fields: Fields, draft: Values): readonly string[] =>
  Object.entries(fields)
    .filter(([, field]) => !field.options.when || meets(field.options.when, draft))
    .map(([name]) => name)

const startOf = ({ kind, options }: Field): unknown => {
  if (kind === 'time' && 'now' in options) return formatTime(Date.now(), zone.get())
  if ('lastMonth' in options) return addMonths(`${formatTime(Date.now(), zone.get()).slice(0, 7)}-01`, -1).slice(0, 7)
  return options.initial ?? null
}

/** Initial values of a new row. */
export const initialDraft = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, startOf(field)]))

/**
 * Returns why a value cannot be sent, or null. `undefined` means a typed text that is not a value (`1.5.2` in a number). A
 * secret that is empty while editing is unchanged.
 */
export const checkField = (field: Field, value: unknown, mode: Mode, draft: Values = {}): Text | null => {
  if (value === undefined) return wrongForm
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0))
    return isWanted(field, draft) && !(field.kind === 'secret' && mode === 'edit') ? wanted(field) : null
  return modelOf(field).check(value, field.options)
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Returns the errors of a draft by field, with the same checks as the server. Values that are unchanged from `old` are not sent and not checked.
 */
export const checkDraft = (fields: Fields, draft: Values, mode: Mode, old: Values | null = null): Errors => {
  const found: Record<string, Text> = {}
  for (const name of shownNames(fields, draft)) {
    const field = fields[name]!
    if (old && !isEmpty(old[name]) && same(draft[name], old[name])) continue
    const why = checkField(field, name in draft ? draft[name] : null, mode, draft)
    if (why) found[name] = why
  }
  return found
}

/** Returns the values to send: shown fields only; for an edit only changed ones. */
export const changes = (fields: Fields, draft: Values, old: Values | null): Values =>
  Object.fromEntries(
    shownNames(fields, draft)
      .filter((name) => !old || !same(draft[name], old[name]))
      .map((name) => [name, draft[name] ?? null]),
  )

const LINE = /^\s*([A-Za-z_][\w.]*)\s*[:：]\s*(\S[\s\S]*)$/

/**
 * Assigns a refusal to its field: parts `field:message` (wire-contract.md 2.5), or one sentence about `at`. Texts
 * without a known field are returned in `rest`.
 */
export const readRefusal = (fields: Fields, message: string, at?: string): { readonly errors: Errors; readonly rest: string } => {
  const errors: Record<string, Text> = {}
  const rest: string[] = []
  const whole = at !== undefined && !message.startsWith(at) ? fieldOfWire(fields, at) : undefined
  if (whole && message) return { errors: { [whole]: [message, message] }, rest: '' }
  for (const part of message.split(/[;；\n]+/)) {
    const [, wire = '', text = ''] = LINE.exec(part) ?? []
    const name = wire && fieldOfWire(fields, wire)
    if (name) errors[name] = [text.trim(), text.trim()]
    else if (part.trim()) rest.push(part.trim())
  }
  return { errors, rest: rest.join('; ') }
}

export interface Section {
  readonly label: Text | null
  readonly names: readonly string[]
}

/** Sections of a form or detail page: the declared ones, then one with the remaining fields. */
export const sectionsOf = (resource: Pick<ResourceDefinition, 'form'>, names: readonly string[]): readonly Section[] => {
  const declared = (resource.form?.sections ?? [])
    .map((section): Section => ({ label: section.label, names: section.fields.filter((name) => names.includes(name)) }))
    .filter((section) => section.names.length > 0)
  const rest = names.filter((name) => !declared.some((section) => section.names.includes(name)))
  if (rest.length === 0) return declared
  return [...declared, { label: declared.length > 0 ? (['其他', 'Other'] as const) : null, names: rest }]
}
