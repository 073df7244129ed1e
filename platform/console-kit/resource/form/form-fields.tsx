import { fieldNote, viewOf } from '@lamplight/fields/view'
import type { Field, Fields } from '@lamplight/kit'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'
import type { Section } from './draft.ts'
import type { Wire } from './entry.ts'
import type { FieldsForm } from './use-fields-form.ts'

type OwnInput = ComponentType<{ id: string; value: unknown; onChange: (value: unknown) => void; draft: unknown; invalid: boolean }>
export interface FormProps {
  readonly form: FieldsForm
  readonly fields: Fields
  readonly sections: readonly Section[]
  /** The edited row, for the titles of its references; empty for a new row. */
  readonly wire: Wire
  readonly inputs?: Readonly<Record<string, OwnInput>>
  readonly idPrefix: string
  /** Shown above the fields. */
  readonly children?: ReactNode
}

const FieldBox = ({ name, field, form: formProps }: { name: string; field: Field; form: FormProps }) => {
  const t = useT()
  const { form, idPrefix } = formProps
  const id = `${idPrefix}-${name}`
  const { label, required } = field.options
  const why = form.errors[name]
  const Own = formProps.inputs?.[name]
  const view = viewOf(field)
  const value = form.draft[name]
  // An input of its own may be a choice, to which the rule for a typed value does not apply.
  const below = fieldNote(Own ? {} : view, field.options, value, t)
  const noteId = why || below ? `${id}-note` : undefined
  const common = { id, value: value ?? null, onChange: (value: unknown) => form.set(name, value), invalid: why !== undefined }
  return (
    <div className="ll-r-field" data-invalid={why ? '' : undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the label itself is not focusable; its input is */}
      <label
        id={`${id}-label`}
        htmlFor={id}
        onClick={({ currentTarget }) => currentTarget.control === null && document.getElementById(id)?.focus()}
      >
        {t(label)}
        {required && (
          <span className="ll-r-required" aria-hidden>
            *
          </span>
        )}
      </label>
      <div className="ll-r-field-input" role={Own && noteId ? 'group' : undefined} aria-describedby={Own && noteId}>
        {Own ? (
          <Own {...common} draft={form.draft} />
        ) : (
          <view.Input
            {...common}
            value={name in form.draft ? form.draft[name] : null}
            name={name}
            options={field.options}
            wire={formProps.wire}
            describedBy={noteId}
            onBlur={() => form.leave(name)}
          />
        )}
        {why ? (
          <p id={noteId} className="ll-r-field-error">
            {t(why)}
          </p>
        ) : (
          below && (
            <p id={noteId} className="ll-r-field-hint">
              {below}
            </p>
          )
        )}
      </div>
    </div>
  )
}

/** All errors at the top, each with a link to its field. */
const Wrong = ({ form: formProps }: { form: FormProps }) => {
  const t = useT()
  const { form, fields, idPrefix } = formProps
  const names = Object.keys(form.errors)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.refusals > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [form.refusals])
  if (names.length === 0 && !form.refused) return null
  return (
    <div ref={box} className="ll-r-banner" role="alert" data-tone="bad">
      <Icon name="warning" size={16} />
      <div>
        {form.refused && <p>{form.refused.text}</p>}
        {names.length > 0 && (
          <p>
            {t(['请检查：', 'Check: '])}
            {names.map((name) => (
              <button
                key={name}
                type="button"
                className="ll-r-link"
                onClick={() => document.getElementById(`${idPrefix}-${name}`)?.focus()}
              >
                {fields[name] ? t(fields[name].options.label) : name}
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}

/** The fields in one column, under the headings of their sections. */
export const FormFields = (formProps: FormProps) => {
  const t = useT()
  const { form, fields } = formProps
  return (
    <div className="ll-r-form">
      <Wrong form={formProps} />
      {formProps.children}
      {formProps.sections.map((section, at) => {
        const names = section.names.filter((name) => form.shown.includes(name))
        if (names.length === 0) return null
        return (
          <fieldset key={at} className="ll-r-section">
            {section.label && <legend>{t(section.label)}</legend>}
            {names.map((name) => fields[name] && <FieldBox key={name} name={name} field={fields[name]} form={formProps} />)}
          </fieldset>
        )
      })}
    </div>
  )
}
