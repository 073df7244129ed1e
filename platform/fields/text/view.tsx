import { TextFilter } from '../text-filter.tsx'
import type { CellGiven, FieldView, FilterGiven, InputGiven } from '../view-type.ts'
import type { TextOptions } from './model.ts'

const Cell = ({ value }: CellGiven<string, TextOptions>) => (value === null ? <span className="ll-f-none">—</span> : value)

const Input = ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputGiven<string, TextOptions>) => {
  const common = {
    id,
    value: value ?? '',
    onBlur,
    disabled,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'aria-required': options.required,
  }
  return options.multiline ? (
    <textarea className="ll-f-input" rows={4} {...common} onChange={(event) => onChange(event.target.value || null)} />
  ) : (
    <input className="ll-f-input" autoComplete="off" {...common} onChange={(event) => onChange(event.target.value || null)} />
  )
}

const Filter = ({ id, wire, options, params, onChange }: FilterGiven<TextOptions>) => {
  const name = options.search === 'in' ? `${wire}_like` : wire
  return <TextFilter id={id} value={params[name] ?? ''} onChange={(value) => onChange({ [name]: value })} />
}

export const textView: FieldView<string, TextOptions> = { kind: 'text', Cell, Input, Filter, width: 150 }
