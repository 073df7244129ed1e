import type { Text } from '@lamplight/kit'
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { useT } from '../i18n/use-t.ts'

type InputProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'autoFocus' | 'inputMode' | 'onKeyDown' | 'onKeyUp'>
interface Props extends InputProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly error: Text | undefined
  readonly hint?: string | undefined
  readonly onType: (value: string) => void
  /** Shown at the end of the input. */
  readonly children?: ReactNode
}

/** A labelled input with its error and hint below; screen readers read them together with the input. */
export const SignInField = ({ name, label, value, error, hint, onType, children, ...input }: Props): ReactNode => {
  const t = useT()
  const id = useId()
  const below = error ? t(error) : hint
  return (
    <div className="ll-sign__field">
      <label htmlFor={id}>{label}</label>
      <div className="ll-sign__input">
        <input
          {...input}
          id={id}
          name={name}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          onChange={(event) => onType(event.target.value)}
        />
        {children}
      </div>
      <div id={`${id}-below`} className={error ? 'll-sign__wrong' : 'll-sign__hint'} aria-live="polite">
        {below}
      </div>
    </div>
  )
}
