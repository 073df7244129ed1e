import { type FieldOptions, pick, type Text } from '@lamplight/kit'
import { useState } from 'react'
import { capital } from '../rule-hint.ts'
import { type CellProps, type FieldView, type FilterProps, type InputProps, useFieldHost } from '../view-type.ts'
import { NOT_AHEAD, type TimeOptions } from './model.ts'
import { isNarrow, NativeTime } from './native-time.tsx'
import { SpanInput, TimeInput } from './time-input.tsx'
import './time.css'

const UNTIL: Text = ['至', 'Until']

const Cell = ({ value }: CellProps<string, FieldOptions>) =>
  value === null ? <span className="ll-f-none">—</span> : <time className="ll-f-number">{value}</time>

const Input = ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<string, FieldOptions>) => {
  const { lang } = useFieldHost()
  const [narrow] = useState(isNarrow)
  const common = { id, onChange, onBlur, invalid, disabled, describedBy }
  if (narrow) return <NativeTime {...common} value={value ?? null} />
  return <TimeInput {...common} value={value} label={pick(options.label, lang)} />
}

const Filter = ({ id, wire, options, params, onChange }: FilterProps<FieldOptions>) => {
  const { lang } = useFieldHost()
  const [narrow] = useState(isNarrow)
  const [from, to] = [params[`${wire}_datege`] ?? '', params[`${wire}_datele`] ?? '']
  if (narrow)
    return (
      <span className="ll-f-time-span">
        <NativeTime id={id} value={from || null} onChange={(start) => onChange({ [`${wire}_datege`]: start ?? '' })} />
        <span className="ll-f-time-end">
          –
          <NativeTime label={pick(UNTIL, lang)} value={to || null} onChange={(end) => onChange({ [`${wire}_datele`]: end ?? '' })} />
        </span>
      </span>
    )
  return (
    <SpanInput
      id={id}
      label={pick(options.label, lang)}
      from={from}
      to={to}
      onChange={(start, end) => onChange({ [`${wire}_datege`]: start, [`${wire}_datele`]: end })}
    />
  )
}

export const timeView: FieldView<string, TimeOptions> = {
  kind: 'time',
  Cell,
  Input,
  Filter,
  rule: ({ ahead }) => (ahead ? capital(NOT_AHEAD) : null),
  width: 184,
}
