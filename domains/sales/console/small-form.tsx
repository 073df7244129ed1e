import { Dialog, isApiError, useLeave, useT } from '@lamplight/console-kit'
import { DialogButtons, invalidate } from '@lamplight/console-kit/resource'
import { Picker, type PickOption } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { M } from './sales.messages.ts'
import './sales.css'

export interface Line {
  readonly name: string
  readonly label: Text
  readonly hint?: Text
  readonly required?: true
  readonly kind?: 'password' | 'lines' | 'number'
  /** Rows to choose from; the value is their ids, comma-joined. */
  readonly options?: readonly PickOption[]
  readonly max?: number
}
export type Typed = Readonly<Record<string, string>>

/** Why a form was refused; `name` is the field at fault, empty if it is none of them. */
export interface Wrong {
  readonly name: string
  readonly text: string
}
/** The refusal of a call, at the field that it names. */
export const wrongOf = (lines: readonly Line[], thrown: unknown): Wrong => {
  const field = isApiError(thrown) ? (thrown.field ?? '') : ''
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  const isLine = lines.some(({ name }) => name === field)
  return { name: isLine ? field : '', text: isLine && text.startsWith(`${field}:`) ? text.slice(field.length + 1).trim() : text }
}

/** Labelled inputs of a form, each with its hint, or with what is wrong with it. */
export const Lines = ({
  lines,
  typed,
  onType,
  id,
  wrong,
}: {
  readonly lines: readonly Line[]
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
  readonly id: string
  readonly wrong?: Wrong | null
}) => {
  const t = useT()
  return lines.map(({ name, label, hint, required, kind, options, max = 100 }) => {
    const isWrong = wrong?.name === name
    const noteId = isWrong || hint ? `${id}-${name}-note` : undefined
    const given = {
      id: `${id}-${name}`,
      'aria-invalid': isWrong || undefined,
      'aria-describedby': noteId,
      className: 'll-f-input',
      value: typed[name] ?? '',
      required,
      onChange: (event: { target: { value: string } }) => onType({ ...typed, [name]: event.target.value }),
    }
    return (
      <div key={name}>
        <label htmlFor={`${id}-${name}`}>
          {t(label)}
          {required && <span aria-hidden="true"> *</span>}
        </label>
        {options ? (
          <Picker
            id={given.id}
            label={t(label)}
            multiple
            invalid={isWrong}
            {...(noteId && { describedBy: noteId })}
            options={options}
            chosen={given.value.split(',').filter(Boolean)}
            onChange={(ids) => onType({ ...typed, [name]: ids.join(',') })}
          />
        ) : kind === 'lines' ? (
          <textarea {...given} />
        ) : (
          <input
            {...given}
            maxLength={max}
            autoComplete={kind === 'password' ? 'new-password' : 'off'}
            type={kind === 'password' ? 'password' : 'text'}
            inputMode={kind === 'number' ? 'numeric' : undefined}
          />
        )}
        {isWrong ? (
          <p id={noteId} className="ll-r-field-error" role="alert">
            {wrong.text}
          </p>
        ) : (
          hint && (
            <p id={noteId} className="ll-r-field-hint">
              {t(hint)}
            </p>
          )
        )}
      </div>
    )
  })
}
/** The first required line that is empty. */
export const missingOf = (lines: readonly Line[], typed: Typed): Line | undefined =>
  lines.find(({ name, required }) => required && !typed[name]?.trim())

/** A dialog with a few inputs; what was typed stays when the server refuses. */
export const SmallForm = ({
  title,
  lines,
  start = {},
  button,
  onSend,
  onClose,
  children,
  below,
}: {
  readonly title: string
  readonly lines: readonly Line[]
  readonly start?: Typed
  readonly button: string
  readonly onSend: (typed: Typed) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ReactNode
  /** What stands under the inputs, of what is typed. */
  readonly below?: (typed: Typed) => ReactNode
}) => {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState<Typed>(start)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const refuse = (found: Wrong): void => {
    setWrong(found)
    document.getElementById(`${id}-${found.name}`)?.focus()
  }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const missing = missingOf(lines, typed)
    if (missing) {
      refuse({ name: missing.name, text: t(M.required, { what: t(missing.label) }) })
      return
    }
    setWrong(null)
    setBusy(true)
    onSend(typed)
      .then(async () => {
        await invalidate('sales')
        onClose()
      })
      .catch((thrown: unknown) => refuse(wrongOf(lines, thrown)))
      .finally(() => setBusy(false))
  }
  const leave = useLeave(
    Object.keys(typed).some((name) => typed[name] !== (start[name] ?? '')),
    onClose,
  )
  return (
    <Dialog
      title={title}
      firm={busy}
      onClose={leave}
      footer={
        <DialogButtons form={`${id}-form`} busy={busy} onCancel={leave}>
          {button}
        </DialogButtons>
      }
    >
      <form id={`${id}-form`} className="ll-sales-form" noValidate onSubmit={send}>
        {children}
        <Lines lines={lines} typed={typed} onType={setTyped} id={id} wrong={wrong} />
        {below?.(typed)}
        {wrong?.name === '' && (
          <p className="ll-r-field-error" role="alert">
            {wrong.text}
          </p>
        )}
      </form>
    </Dialog>
  )
}
