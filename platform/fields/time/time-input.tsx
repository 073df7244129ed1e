import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useFieldHost } from '../view-type.ts'
import { END, readTyped, type Span, START, spanAfter } from './typed-time.ts'
import { type Begun, loadPanel, useCalendar } from './use-calendar.ts'

const CalendarPanel = lazy(() => loadPanel().then((module) => ({ default: module.CalendarPanel })))

const WORDS = {
  zh: { open: '打开日历', form: '年-月-日 时:分:秒', from: '开始', to: '结束' },
  en: { open: 'Open calendar', form: 'yyyy-mm-dd hh:mm:ss', from: 'From', to: 'Until' },
} as const

/** The frame of a date input with the button of its calendar. */
const Frame = ({
  calendar,
  invalid,
  disabled,
  onOpen,
  children,
}: {
  readonly calendar: ReturnType<typeof useCalendar>
  readonly invalid?: boolean
  readonly disabled?: boolean
  readonly onOpen: () => void
  readonly children: ReactNode
}) => {
  const { lang } = useFieldHost()
  return (
    <span
      ref={calendar.frame}
      className="ll-f-pick ll-f-time"
      data-invalid={invalid || undefined}
      data-disabled={disabled || undefined}
      {...calendar.handlers}
    >
      {children}
      <button
        type="button"
        className="ll-f-time-open"
        aria-label={WORDS[lang].open}
        title={WORDS[lang].open}
        aria-haspopup="dialog"
        aria-expanded={calendar.open}
        aria-keyshortcuts="ArrowDown"
        tabIndex={-1}
        disabled={disabled}
        onClick={calendar.open ? calendar.close : onOpen}
      >
        <span aria-hidden />
      </button>
    </span>
  )
}

interface TextProps {
  readonly id?: string
  readonly label: string
  readonly shown: string
  readonly placeholder: string
  readonly invalid?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly box: RefObject<HTMLInputElement | null>
  readonly onText: (text: string) => void
  readonly onEnter: () => void
  readonly onClick: () => void
  readonly onBlur?: () => void
  readonly onFocus?: () => void
}
const TextBox = ({ id, label, shown, placeholder, invalid, disabled, describedBy, box, onText, onEnter, ...rest }: TextProps) => (
  <input
    {...rest}
    ref={box}
    id={id}
    className="ll-f-pick-input"
    autoComplete="off"
    spellCheck={false}
    aria-label={label}
    aria-haspopup="dialog"
    aria-invalid={invalid || undefined}
    aria-describedby={describedBy}
    placeholder={placeholder}
    disabled={disabled}
    value={shown}
    onChange={({ target }) => onText(target.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
      // Enter accepts the typed text; it does not submit the surrounding form.
      event.preventDefault()
      onEnter()
    }}
  />
)

/** Input of a date and time: typed, or chosen in a calendar. Its value has the wire form, in the tenant's zone. */
export const TimeInput = (props: {
  readonly id: string
  readonly label: string
  readonly value: string | null | undefined
  readonly onChange: (value: string | null | undefined) => void
  readonly onBlur?: () => void
  readonly invalid: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly begun: Begun
}) => {
  const { label, value, onChange } = props
  const { lang, now } = useFieldHost()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState<string | null>(null)
  const last = useRef(value)
  useEffect(() => {
    if (value === last.current || value === undefined) return
    last.current = value
    setText(null)
  }, [value])
  const change = (next: string | null | undefined): void => {
    last.current = next
    onChange(next)
  }
  /** A typed text that is a time is shown in its full form. */
  const accept = (): void => {
    if (text !== null && readTyped(text) !== undefined) setText(null)
  }
  const calendar = useCalendar(input, props.begun, () => {
    accept()
    props.onBlur?.()
  })
  return (
    <Frame calendar={calendar} invalid={props.invalid} disabled={props.disabled} onOpen={calendar.show}>
      <TextBox
        id={props.id}
        label={label}
        shown={text ?? value ?? ''}
        placeholder={WORDS[lang].form}
        invalid={props.invalid}
        disabled={props.disabled}
        describedBy={props.describedBy}
        box={input}
        onText={(typed) => {
          setText(typed)
          change(readTyped(typed))
        }}
        onEnter={() => {
          accept()
          calendar.close()
        }}
        onClick={calendar.show}
      />
      {calendar.open && (
        <Suspense>
          <CalendarPanel
            frame={calendar.frame}
            input={input}
            popup={calendar.popup}
            value={value ?? null}
            clock={`${now().slice(11, 16)}:00`}
            enters={calendar.enters}
            onChange={(next) => {
              setText(null)
              change(next)
            }}
            onClose={calendar.close}
          />
        </Suspense>
      )}
    </Frame>
  )
}

const SIDES = ['from', 'to'] as const
type Side = (typeof SIDES)[number]

/** Input of start and end, both inclusive and optional. It applies on Enter, at the end of the focus and with each choice in the calendar. */
export const SpanInput = (
  props: Span & {
    readonly id: string
    readonly label: string
    readonly begun: Begun
    readonly onChange: (from: string, to: string) => void
  },
) => {
  const { label, from, to, onChange } = props
  const { lang } = useFieldHost()
  const words = WORDS[lang]
  const inputs = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) }
  const [side, setSide] = useState<Side>('from')
  const [text, setText] = useState<string | null>(null)
  const span = { from, to }
  /** Applies the typed text; one that is no time is dropped. */
  const accept = (): void => {
    if (text === null) return
    setText(null)
    const typed = readTyped(text, side === 'to' ? END : START)
    if (typed === undefined || (typed ?? '') === span[side]) return
    const next = { ...span, [side]: typed ?? '' }
    const [first, second] = next.from && next.to && next.from > next.to ? [next.to, next.from] : [next.from, next.to]
    onChange(first, second)
  }
  const calendar = useCalendar(inputs.from, props.begun, accept)
  return (
    <Frame calendar={calendar} onOpen={calendar.show}>
      {SIDES.map((one) => (
        <span key={one} className="ll-f-time-side" data-active={(calendar.open && one === side) || undefined}>
          {one === 'to' && <span aria-hidden>–</span>}
          <TextBox
            {...(one === 'from' && { id: props.id })}
            label={`${label} ${words[one]}`}
            shown={side === one && text !== null ? text : span[one]}
            placeholder={words[one]}
            box={inputs[one]}
            onFocus={() => setSide(one)}
            onText={setText}
            onEnter={() => {
              accept()
              calendar.close()
            }}
            onBlur={accept}
            onClick={calendar.show}
          />
        </span>
      ))}
      {calendar.open && (
        <Suspense>
          <CalendarPanel
            frame={calendar.frame}
            input={inputs[side]}
            popup={calendar.popup}
            value={span[side] || null}
            clock={side === 'to' ? END : START}
            span={span}
            enters={calendar.enters}
            head={
              <div className="ll-f-cal-sides">
                {SIDES.map((one) => (
                  <button key={one} type="button" aria-pressed={one === side} onClick={() => setSide(one)}>
                    {words[one]}
                  </button>
                ))}
              </div>
            }
            onChange={(at) => {
              const next = at === null ? { ...span, [side]: '' } : spanAfter(span, side, at)
              onChange(next.from, next.to)
              // Without an end, the next day is the end.
              if (at !== null && side === 'from' && next.to === '') setSide('to')
            }}
            onClose={calendar.close}
          />
        </Suspense>
      )}
    </Frame>
  )
}
