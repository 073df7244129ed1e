import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useFieldHost } from '../view-type.ts'

const FORM = 'YYYY-MM-DD HH:mm:ss'
/** The container of a calendar: the dialog of its input, because focus and pointer do not reach elements outside a dialog. */
const container = (box: HTMLElement): HTMLElement => box.closest<HTMLElement>('[role=dialog]') ?? document.body

const useWords = (): void => {
  const { lang } = useFieldHost()
  useEffect(() => {
    dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  }, [lang])
}
const read = (value: string | null) => (value ? dayjs(value) : null)

/** Renders a date input with its calendar open at first. Esc closes only an open calendar. */
const Calendar = ({ children }: { readonly children: (open: boolean, setOpen: (open: boolean) => void) => ReactNode }) => {
  const { Themed } = useFieldHost()
  const [open, setOpen] = useState(true)
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    setOpen(false)
  }
  return (
    <Themed>
      <span className="ll-f-time-host" onKeyDownCapture={press}>
        {children(open, setOpen)}
      </span>
    </Themed>
  )
}

/** The component library's date and time input; its value has the wire form, in the tenant's zone. */
export const TimePicker = (props: {
  readonly id: string
  readonly label: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly onBlur?: () => void
  readonly invalid: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
}) => {
  useWords()
  return (
    <Calendar>
      {(open, setOpen) => (
        <DatePicker
          getPopupContainer={container}
          id={props.id}
          aria-label={props.label}
          aria-describedby={props.describedBy}
          showTime
          open={open}
          onOpenChange={setOpen}
          autoFocus
          className="ll-f-time"
          status={props.invalid ? 'error' : ''}
          disabled={props.disabled}
          value={read(props.value)}
          onChange={(value) => props.onChange(value ? value.format(FORM) : null)}
          onBlur={props.onBlur}
          // Enter accepts the typed text; it does not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
    </Calendar>
  )
}

/** Input for start and end, both inclusive. */
export const SpanPicker = (props: {
  readonly id: string
  readonly label: string
  readonly from: string
  readonly to: string
  readonly onChange: (from: string, to: string) => void
}) => {
  useWords()
  return (
    <Calendar>
      {(open, setOpen) => (
        <DatePicker.RangePicker
          getPopupContainer={container}
          id={props.id}
          aria-label={props.label}
          showTime
          open={open}
          onOpenChange={setOpen}
          autoFocus
          allowEmpty={[true, true]}
          variant="borderless"
          className="ll-f-time"
          value={[read(props.from || null), read(props.to || null)]}
          onChange={(value) => props.onChange(value?.[0]?.format(FORM) ?? '', value?.[1]?.format(FORM) ?? '')}
        />
      )}
    </Calendar>
  )
}
