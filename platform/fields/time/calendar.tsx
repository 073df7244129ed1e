import { addMonths } from '@lamplight/kit'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { dayAfterKey, type Names, weeksOf } from './month.ts'

const WORDS = {
  zh: { lastYear: '上一年', lastMonth: '上个月', nextMonth: '下个月', nextYear: '下一年' },
  en: { lastYear: 'Previous year', lastMonth: 'Previous month', nextMonth: 'Next month', nextYear: 'Next year' },
} as const

/** The month of a day: arrow keys move by days and weeks, Home and End in a week, Page keys by months, with Shift by years; Enter or a click chooses. */
export const Calendar = ({
  lang,
  names,
  today,
  cursor,
  from,
  to,
  stop,
  onMove,
  onChoose,
}: {
  readonly lang: 'zh' | 'en'
  readonly names: Names
  readonly today: string
  /** The day in the tab order; its month is shown. */
  readonly cursor: string
  /** First and last chosen day; empty for none. */
  readonly from: string
  readonly to: string
  /** The cell of the cursor. */
  readonly stop: RefObject<HTMLButtonElement | null>
  readonly onMove: (day: string) => void
  readonly onChoose: (day: string) => void
}) => {
  const words = WORDS[lang]
  const title = useId()
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current && cursor) stop.current?.focus()
    moved.current = false
  }, [cursor, stop])
  const choose = (day: string): void => {
    moved.current = day !== cursor
    onChoose(day)
  }
  const press = (event: KeyboardEvent): void => {
    const next = dayAfterKey(cursor, event.key, event.shiftKey)
    if (next === null) return
    event.preventDefault()
    moved.current = true
    onMove(next)
  }
  const turn = (label: string, months: number, sign: string) => (
    <button type="button" className="ll-f-cal-turn" aria-label={label} title={label} onClick={() => onMove(addMonths(cursor, months))}>
      <span aria-hidden data-sign={sign} />
    </button>
  )
  const isChosen = (day: string): boolean => day === from || day === to
  const isBetween = (day: string): boolean => from !== '' && to !== '' && from < day && day < to
  return (
    <div className="ll-f-cal">
      <div className="ll-f-cal-head">
        {turn(words.lastYear, -12, 'first')}
        {turn(words.lastMonth, -1, 'back')}
        <span id={title} aria-live="polite">
          {names.month(cursor)}
        </span>
        {turn(words.nextMonth, 1, 'on')}
        {turn(words.nextYear, 12, 'last')}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is a table whose cells take the focus */}
      <table role="grid" aria-labelledby={title} onKeyDown={press}>
        <thead>
          <tr>
            {names.weekdays.map(({ short, long }) => (
              <th key={long} scope="col" aria-label={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
                <td key={day} aria-selected={isChosen(day)} data-between={isBetween(day) || undefined}>
                  <button
                    type="button"
                    ref={day === cursor ? stop : undefined}
                    tabIndex={day === cursor ? 0 : -1}
                    aria-label={names.day(day)}
                    aria-current={day === today ? 'date' : undefined}
                    data-other={day.slice(0, 7) !== cursor.slice(0, 7) || undefined}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
