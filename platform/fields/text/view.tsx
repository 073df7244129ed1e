import { lazy, Suspense } from 'react'
import { textRule } from '../rule-hint.ts'
import { TextFilter } from '../text-filter.tsx'
import type { CellProps, FieldView, FilterProps, InputProps } from '../view-type.ts'
import type { TextOptions } from './model.ts'
import { Picture } from './picture.tsx'

const PictureInput = lazy(async () => ({ default: (await import('./picture-input.tsx')).PictureInput }))

const Cell = ({ value, options }: CellProps<string, TextOptions>) => {
  if (value === null) return <span className="ll-f-none">—</span>
  return options.shape === 'picture' ? <Picture link={value} /> : value
}

const Input = (props: InputProps<string, TextOptions>) =>
  props.options.shape === 'picture' ? (
    <Suspense>
      <PictureInput {...props} />
    </Suspense>
  ) : (
    <PlainInput {...props} />
  )

const PlainInput = ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<string, TextOptions>) => {
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

const Filter = ({ id, wire, options, params, onChange }: FilterProps<TextOptions>) => {
  const name = options.search === 'in' ? `${wire}_like` : wire
  return <TextFilter id={id} value={params[name] ?? ''} onChange={(value) => onChange({ [name]: value })} />
}

export const textView: FieldView<string, TextOptions> = { kind: 'text', Cell, Input, Filter, rule: textRule, width: 150 }
