import { type FieldOptions, pick, type Text } from '@lamplight/kit'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { capital } from '../rule-hint.ts'
import { type CellProps, type FieldView, type FilterProps, type InputProps, useFieldHost } from '../view-type.ts'
import { NOT_AHEAD, type TimeOptions } from './model.ts'
import { isNarrow, NativeTime } from './native-time.tsx'
import type { Begun } from './use-calendar.ts'
import './time.css'

const inputs = () => import('./time-input.tsx')
const TimeInput = lazy(() => inputs().then((module) => ({ default: module.TimeInput })))
const SpanInput = lazy(() => inputs().then((module) => ({ default: module.SpanInput })))

const UNTIL: Text = ['至', 'Until']

const Cell = ({ value }: CellProps<string, FieldOptions>) =>
  value === null ? <span className="ll-f-none">—</span> : <time className="ll-f-number">{value}</time>

/**
 * Shows the value until the code of the input is loaded: most lists have no time field. The input continues with the focus and the click that came
 * meanwhile.
 */
const Coming = ({ id, text, children }: { readonly id: string; readonly text: string; readonly children: (begun: Begun) => ReactNode }) => {
  const [begun, setBegun] = useState<Begun>('')
  return (
    <Suspense
      fallback={
        <span className="ll-f-pick ll-f-time">
          <input
            id={id}
            className="ll-f-pick-input"
            readOnly
            value={text}
            onFocus={() => setBegun('focused')}
            onClick={() => setBegun('pressed')}
            onBlur={() => setBegun('')}
          />
        </span>
      }
    >
      {children(begun)}
    </Suspense>
  )
}

const Input = ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<string, FieldOptions>) => {
  const { lang } = useFieldHost()
  const [narrow] = useState(isNarrow)
  const common = { id, onChange, onBlur, invalid, disabled, describedBy }
  if (narrow) return <NativeTime {...common} value={value ?? null} />
  return (
    <Coming id={id} text={value ?? ''}>
      {(begun) => <TimeInput {...common} value={value} label={pick(options.label, lang)} begun={begun} />}
    </Coming>
  )
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
    <Coming id={id} text={from}>
      {(begun) => (
        <SpanInput
          id={id}
          label={pick(options.label, lang)}
          from={from}
          to={to}
          begun={begun}
          onChange={(start, end) => onChange({ [`${wire}_datege`]: start, [`${wire}_datele`]: end })}
        />
      )}
    </Coming>
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
