import { useT } from '@lamplight/console-kit'
import { useId } from 'react'
import './command.css'
import { REASON_AT_MOST } from '../../model/override.ts'
import { C } from './command.messages.ts'

/** Input for the reason of a command without an end. */
export const ReasonField = ({ value, onChange }: { readonly value: string; readonly onChange: (reason: string) => void }) => {
  const t = useT()
  const id = useId()
  return (
    <div className="ll-command__field">
      <label htmlFor={id}>
        <span>
          {t(C.reason)}
          <span className="ll-r-required" aria-hidden>
            *
          </span>
        </span>
      </label>
      <input
        id={id}
        className="ll-f-input"
        autoComplete="off"
        maxLength={REASON_AT_MOST}
        value={value}
        aria-required
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}-hint`}>{t(C.reasonHint)}</small>
    </div>
  )
}
