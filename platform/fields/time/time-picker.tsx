import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { useEffect } from 'react'
import { useFieldHost } from '../view-type.ts'

const FORM = 'YYYY-MM-DD HH:mm:ss'
/** Over a modal dialog only what is inside it can be seen. */
const container = (box: HTMLElement): HTMLElement => box.closest('dialog') ?? document.body

const useWords = (): void => {
  const { lang } = useFieldHost()
  useEffect(() => {
    dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  }, [lang])
}
const read = (value: string | null) => (value ? dayjs(value) : null)

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
    <DatePicker
      getPopupContainer={container}
      id={given.id}
      aria-label={given.label}
      aria-describedby={given.describedBy}
      showTime
      defaultOpen
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
    <DatePicker.RangePicker
      getPopupContainer={container}
      id={given.id}
      aria-label={given.label}
      showTime
      defaultOpen
      autoFocus
      allowEmpty={[true, true]}
      variant="borderless"
      className="ll-f-time"
      value={[read(given.from || null), read(given.to || null)]}
      onChange={(value) => given.onChange(value?.[0]?.format(FORM) ?? '', value?.[1]?.format(FORM) ?? '')}
    />
  )
}
