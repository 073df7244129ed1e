import { pick } from '@lamplight/kit'
import { Picker } from '../picker.tsx'
import type { PickOption } from '../picker-model.ts'
import { type CellProps, type FieldView, type FilterProps, type InputProps, useFieldHost } from '../view-type.ts'
import { type TermsOptions, termWords } from './model.ts'

const Cell = ({ value, options }: CellProps<readonly string[], TermsOptions>) => {
  const { lang } = useFieldHost()
  if (value === null || value.length === 0) return <span className="ll-f-none">—</span>
  return termWords(value, options, lang)
}

const useTerms = ({ words }: TermsOptions): readonly PickOption[] => {
  const { lang } = useFieldHost()
  return Object.entries(words).map(([id, label]) => ({ id, label: pick(label, lang) }))
}

const Input = ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<readonly string[], TermsOptions>) => {
  const { lang } = useFieldHost()
  return (
    <Picker
      id={id}
      onBlur={onBlur}
      invalid={invalid}
      disabled={disabled}
      describedBy={describedBy}
      label={pick(options.label, lang)}
      multiple
      options={useTerms(options)}
      chosen={value ?? []}
      onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
    />
  )
}

const Filter = ({ id, wire, options, params, onChange }: FilterProps<TermsOptions>) => {
  const { lang } = useFieldHost()
  return (
    <Picker
      id={id}
      label={pick(options.label, lang)}
      multiple
      options={useTerms(options)}
      chosen={(params[wire] ?? '').split(',').filter(Boolean)}
      onChange={(chosen) => onChange({ [wire]: chosen.join(',') })}
    />
  )
}

export const termsView: FieldView<readonly string[], TermsOptions> = { kind: 'terms', Cell, Input, Filter, width: 180 }
