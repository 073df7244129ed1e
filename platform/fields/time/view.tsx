import { type FieldOptions, pick, type Text } from '@lamplight/kit'
import { lazy, Suspense, useState } from 'react'
import { capital } from '../rule-hint.ts'
import { type CellProps, type FieldView, type FilterProps, type InputProps, useFieldHost } from '../view-type.ts'
import { NOT_AHEAD, type TimeOptions } from './model.ts'
import { isNarrow, NativeTime } from './native-time.tsx'

const pickers = () => import('./time-picker.tsx')
const TimePicker = lazy(() => pickers().then((module) => ({ default: module.TimePicker })))
const SpanPicker = lazy(() => pickers().then((module) => ({ default: module.SpanPicker })))

const UNTIL: Text = ['至', 'Until']

const Cell = ({ value }: CellProps<string, FieldOptions>) =>
  value === null ? <span className="ll-f-none">—</span> : <time className="ll-f-number">{value}</time>

/** A plain button until it is used: a click or Enter opens the calendar, whose code loads on focus. Tab passes it without opening. */
const Waiting = ({
  id,
  text,
  disabled,
  describedBy,
  onOpen,
}: {
  id: string
  text: string
  disabled?: boolean
  describedBy?: string
  onOpen?: () => void
}) => (
  <button
    type="button"
    id={id}
    className="ll-f-input ll-f-time-box"
    aria-haspopup="dialog"
    aria-describedby={describedBy}
    disabled={disabled}
    onClick={onOpen}
    onFocus={() => void pickers()}
  >
    {text || ' '}
  </button>
)

const Input = ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<string, FieldOptions>) => {
  const { lang } = useFieldHost()
  const [open, setOpen] = useState(false)
  const [narrow] = useState(isNarrow)
  if (narrow)
    return (
      <NativeTime
        id={id}
        value={value ?? null}
        onChange={onChange}
        onBlur={onBlur}
        invalid={invalid}
        disabled={disabled}
        describedBy={describedBy}
      />
    )
  const waiting = <Waiting id={id} text={value ?? ''} disabled={disabled} describedBy={describedBy} onOpen={() => setOpen(true)} />
  if (!open) return waiting
  return (
    <Suspense fallback={waiting}>
      <TimePicker
        id={id}
        value={value ?? null}
        onChange={onChange}
        onBlur={onBlur}
        invalid={invalid}
        disabled={disabled}
        describedBy={describedBy}
        label={pick(options.label, lang)}
      />
    </Suspense>
  )
}

const Filter = ({ id, wire, options, params, onChange }: FilterProps<FieldOptions>) => {
  const { lang } = useFieldHost()
  const [open, setOpen] = useState(false)
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
  const text = from || to ? `${from.slice(0, 16)} – ${to.slice(0, 16)}` : ''
  const waiting = <Waiting id={id} text={text} onOpen={() => setOpen(true)} />
  if (!open) return waiting
  return (
    <Suspense fallback={waiting}>
      <SpanPicker
        id={id}
        label={pick(options.label, lang)}
        from={from}
        to={to}
        onChange={(start, end) => onChange({ [`${wire}_datege`]: start, [`${wire}_datele`]: end })}
      />
    </Suspense>
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
