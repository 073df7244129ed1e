import { Icon, useT } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { E } from './product.messages.ts'

/** Faults of the editor by path. */
export const FaultsContext = createContext<ReadonlyMap<string, string>>(new Map())
/** Id of the input of a path, to which links of the list of faults jump. */
export const idOf = (path: string): string => `product-${path.replaceAll('.', '-')}`

interface BoxProps {
  readonly label: Text
  readonly path: string
  readonly required?: boolean
  readonly hint?: Text
  readonly children: (input: { readonly id: string; readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string }) => ReactNode
}
/** A labelled input with its fault below it. */
export const Box = ({ label, path, required, hint, children }: BoxProps) => {
  const t = useT()
  const fault = useContext(FaultsContext).get(path)
  const id = idOf(path)
  const note = fault ?? (hint && t(hint))
  return (
    <div className="ll-product-box" data-invalid={fault ? '' : undefined}>
      <label htmlFor={id}>
        {t(label)}
        {required && (
          <span className="ll-r-required" aria-hidden>
            *
          </span>
        )}
      </label>
      {children({ id, ...(fault && { 'aria-invalid': true as const }), ...(note && { 'aria-describedby': `${id}-note` }) })}
      {note && (
        <p id={`${id}-note`} className={fault ? 'll-r-field-error' : 'll-r-field-hint'}>
          {note}
        </p>
      )}
    </div>
  )
}

interface TextProps {
  readonly label: Text
  readonly path: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly required?: boolean
  readonly hint?: Text
  readonly max?: number
  readonly disabled?: boolean
}
export const TextBox = ({ value, onChange, max = 80, disabled, ...box }: TextProps) => (
  <Box {...box}>
    {(input) => (
      <input
        {...input}
        className="ll-f-input"
        autoComplete="off"
        maxLength={max}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Box>
)

interface NumberProps {
  readonly label: Text
  readonly path: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}
export const NumberBox = ({ value, onChange, ...box }: NumberProps) => (
  <Box {...box}>
    {(input) => (
      <input
        {...input}
        type="number"
        step="any"
        className="ll-f-input"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      />
    )}
  </Box>
)

interface ChoiceProps<V extends string> {
  readonly label: Text
  readonly path: string
  readonly value: V
  readonly options: readonly (readonly [value: V, text: string])[]
  readonly onChange: (value: V) => void
}
export const ChoiceBox = <V extends string>({ value, options, onChange, ...box }: ChoiceProps<V>) => (
  <Box {...box}>
    {(input) => (
      <select {...input} className="ll-f-input" value={value} onChange={(event) => onChange(event.target.value as V)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Box>
)

export const CheckBox = ({ label, checked, onChange }: { label: Text; checked: boolean; onChange: (on: boolean) => void }) => {
  const t = useT()
  const id = useId()
  return (
    <label className="ll-product-check" htmlFor={id}>
      <input id={id} type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {t(label)}
    </label>
  )
}

export const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => {
  const t = useT()
  return (
    <button type="button" className="ll-button ll-r-quiet ll-product-remove" aria-label={t(E.removeOf, { name })} onClick={onClick}>
      <Icon name="trash" size={16} />
    </button>
  )
}

export const AddButton = ({ label, onClick, disabled }: { label: Text; onClick: () => void; disabled?: boolean }) => {
  const t = useT()
  return (
    <button type="button" className="ll-button" disabled={disabled} onClick={onClick}>
      <Icon name="plus" size={16} />
      {t(label)}
    </button>
  )
}

/** A section of the editor; its heading carries the fault of the whole list. */
export const Section = ({ label, about, path, children }: { label: Text; about?: Text; path: string; children: ReactNode }) => {
  const t = useT()
  const fault = useContext(FaultsContext).get(path)
  return (
    <section className="ll-product-section" aria-labelledby={idOf(path)}>
      <h2 id={idOf(path)} tabIndex={-1}>
        {t(label)}
      </h2>
      {about && <p className="ll-r-field-hint">{t(about)}</p>}
      {fault && <p className="ll-r-field-error">{fault}</p>}
      {children}
    </section>
  )
}

/** Returns functions that change, add and remove entries of a list. */
export const listEdits = <T extends object>(all: readonly T[], onChange: (next: readonly T[]) => void) => ({
  change: (at: number, patch: Partial<T>): void => onChange(all.map((one, place) => (place === at ? { ...one, ...patch } : one))),
  remove: (at: number): void => onChange(all.filter((_, place) => place !== at)),
  add: (one: T): void => onChange([...all, one]),
})
