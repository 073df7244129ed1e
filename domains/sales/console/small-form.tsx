import { Dialog, useLeave, useT } from '@lamplight/console-kit'
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

/** Labelled inputs of a form, each with its hint. */
export const Lines = ({
  lines,
  typed,
  onType,
  id,
}: {
  readonly lines: readonly Line[]
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
  readonly id: string
}) => {
  const t = useT()
  return lines.map(({ name, label, hint, required, kind, options, max = 100 }) => {
    const given = {
      id: `${id}-${name}`,
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
        {hint && <p className="ll-r-field-hint">{t(hint)}</p>}
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
  const [wrong, setWrong] = useState('')
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const missing = missingOf(lines, typed)
    if (missing) {
      setWrong(t(M.required, { what: t(missing.label) }))
      return
    }
    setBusy(true)
    onSend(typed)
      .then(async () => {
        await invalidate('sales')
        onClose()
      })
      .catch((thrown: Error) => setWrong(thrown.message))
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
        <Lines lines={lines} typed={typed} onType={setTyped} id={id} />
        {below?.(typed)}
        {wrong && (
          <p className="ll-r-field-error" role="alert">
            {wrong}
          </p>
        )}
      </form>
    </Dialog>
  )
}
