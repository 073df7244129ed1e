import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useFieldHost } from '../view-type.ts'

const FORM = 'YYYY-MM-DD HH:mm:ss'
/** The calendar of a box in a dialog belongs to the dialog: outside it the focus and the pointer do not reach it. */
const container = (box: HTMLElement): HTMLElement => box.closest<HTMLElement>('[role=dialog]') ?? document.body

const useWords = (): void => {
  const { lang } = useFieldHost()
  useEffect(() => {
    dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  }, [lang])
}
const read = (value: string | null) => (value ? dayjs(value) : null)

/** Renders a date box whose calendar is open at first. Esc closes an open calendar and nothing around it. */
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

/** The component library's date and time box; the value is the wire form, in the tenant's zone. */
export const TimePicker = (given: {
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
          id={given.id}
          aria-label={given.label}
          aria-describedby={given.describedBy}
          showTime
          open={open}
          onOpenChange={setOpen}
          autoFocus
          className="ll-f-time"
          status={given.invalid ? 'error' : ''}
          disabled={given.disabled}
          value={read(given.value)}
          onChange={(value) => given.onChange(value ? value.format(FORM) : null)}
          onBlur={given.onBlur}
          // Enter takes what was typed; it does not send the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
    </Calendar>
  )
}

/** From and to, both ends included. */
export const SpanPicker = (given: {
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
          id={given.id}
          aria-label={given.label}
          showTime
          open={open}
          onOpenChange={setOpen}
          autoFocus
          allowEmpty={[true, true]}
          variant="borderless"
          className="ll-f-time"
          value={[read(given.from || null), read(given.to || null)]}
          onChange={(value) => given.onChange(value?.[0]?.format(FORM) ?? '', value?.[1]?.format(FORM) ?? '')}
        />
      )}
    </Calendar>
  )
}
