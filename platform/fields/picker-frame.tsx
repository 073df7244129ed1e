import { type ReactNode, type RefObject, useMemo } from 'react'
import type { PickOption } from './picker-model.ts'
import { useFieldHost } from './view-type.ts'

export interface PickerProps {
  readonly id: string
  readonly label: string
  readonly options: readonly PickOption[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly multiple?: boolean
  readonly loading?: boolean
  /** Called with the typed text if options are searched elsewhere; otherwise typing filters the given options. */
  readonly onSearch?: (text: string) => void
  readonly onOpen?: (open: boolean) => void
  readonly onBlur?: () => void
  /** Labels of selected values that are not among the options. */
  readonly labels?: ReadonlyMap<string, string>
  readonly invalid?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly placeholder?: string
}

const CLEAR = { zh: '清除', en: 'Clear' }

/** Returns the label of a value: that of its option, or the one loaded with the row. */
export const useWordOf = ({ options, labels }: PickerProps): ((id: string) => string) => {
  const byId = useMemo(() => new Map(options.map((option) => [option.id, option.label])), [options])
  return (id) => byId.get(id) ?? labels?.get(id) ?? id
}

/** Properties that the input has with and without its list. */
export const inputProps = ({ id, label, chosen, invalid, describedBy, placeholder, onBlur }: PickerProps) => ({
  id,
  className: 'll-f-pick-input',
  'aria-label': label,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
  autoComplete: 'off',
  placeholder: chosen.length === 0 ? placeholder : undefined,
  onBlur,
})

/** The box of a picker: the selected values, the input, and the button that clears the selection. */
export const PickerFrame = ({
  picker,
  typed,
  box,
  input,
  children,
}: {
  readonly picker: PickerProps
  readonly typed: string
  readonly box?: RefObject<HTMLDivElement | null>
  readonly input: RefObject<HTMLInputElement | null>
  readonly children: ReactNode
}) => {
  const { label, chosen, onChange, invalid, disabled } = picker
  const { lang } = useFieldHost()
  const wordOf = useWordOf(picker)
  const none = chosen.length === 0
  return (
    <div ref={box} className="ll-f-pick" data-invalid={invalid || undefined} data-disabled={disabled || undefined}>
      {typed === '' && !none && <span className="ll-f-pick-value">{chosen.map(wordOf).join('、')}</span>}
      {children}
      {!none && !disabled && (
        <button
          type="button"
          className="ll-f-pick-clear"
          aria-label={`${CLEAR[lang]} ${label}`}
          aria-keyshortcuts="Backspace"
          tabIndex={-1}
          onClick={() => {
            onChange([])
            input.current?.focus()
          }}
        >
          ×
        </button>
      )}
      <span className="ll-f-pick-arrow" aria-hidden />
    </div>
  )
}
