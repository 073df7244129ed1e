import { isApiError, useT, withoutField } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import './people.css'

export interface Line {
  readonly name: string
  readonly label: Text
  readonly type?: 'password' | 'tel' | 'email'
  readonly autoComplete?: string
  readonly readOnly?: true
  readonly max?: number
}
export type Typed = Readonly<Record<string, string>>

/**
 * Labelled inputs with a button below. `check` returns the first invalid line with a reason; a refusal of the server is shown at its
 * line, or above the button. Inputs keep their text.
 */
export const PeopleForm = ({
  lines,
  start = {},
  button,
  check,
  onSend,
  children,
}: {
  readonly lines: readonly Line[]
  readonly start?: Typed
  readonly button: string
  readonly check: (typed: Typed) => { readonly name: string; readonly text: string } | null
  readonly onSend: (typed: Typed, clear: () => void) => Promise<unknown>
  readonly children?: ReactNode
}) => {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState<Typed>(start)
  const [wrong, setWrong] = useState<{ readonly name: string; readonly text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const fault = (found: { readonly name: string; readonly text: string }): void => {
    setWrong(found)
    document.getElementById(`${id}-${found.name}`)?.focus()
  }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (busy) return
    const found = check(typed)
    if (found) {
      fault(found)
      return
    }
    setWrong(null)
    setBusy(true)
    onSend(typed, () => setTyped(start))
      .catch((thrown: unknown) => {
        const at = isApiError(thrown) && lines.some(({ name }) => name === thrown.field) ? thrown : null
        // The message stands beside its field, so the name of the field is removed.
        if (at) fault({ name: at.field ?? '', text: withoutField(at.msg, at.field) })
        else fault({ name: '', text: thrown instanceof Error ? thrown.message : String(thrown) })
      })
      .finally(() => setBusy(false))
  }
  return (
    <form className="ll-people__form" noValidate onSubmit={send}>
      {lines.map(({ name, label, type = 'text', autoComplete = 'off', readOnly, max = 100 }) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{t(label)}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            className="ll-f-input"
            type={type}
            autoComplete={autoComplete}
            readOnly={readOnly}
            disabled={readOnly}
            maxLength={max}
            value={typed[name] ?? ''}
            aria-invalid={wrong?.name === name || undefined}
            aria-describedby={wrong?.name === name ? `${id}-wrong` : undefined}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
          {wrong?.name === name && (
            <p id={`${id}-wrong`} className="ll-r-field-error" role="alert">
              {wrong.text}
            </p>
          )}
        </div>
      ))}
      {children}
      {wrong && !lines.some(({ name }) => name === wrong.name) && (
        <p className="ll-r-field-error" role="alert">
          {wrong.text}
        </p>
      )}
      <button type="submit" className="ll-button ll-button--primary" disabled={busy}>
        {button}
      </button>
    </form>
  )
}
