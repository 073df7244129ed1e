import { coverOf, dateOf, monthDayOf, type Program, type Site } from '@lamplight/calendar'
import { useT } from '@lamplight/console-kit'
import { type PointerEvent, useMemo } from 'react'
import { between } from '../night/night-scale.ts'
import { S } from '../strategies.messages.ts'
import { useYearMap } from './use-year-map.ts'
import { NIGHTS, PARTS } from './year-paint.ts'
import '../night/night.css'

const HOURS = ['12', '18', '00', '06', '12'] as const
const percent = (column: number): string => `${(column / NIGHTS) * 100}%`

/** First nights of the months with their numbers. */
const monthsFrom = (from: number): readonly { readonly column: number; readonly month: number }[] =>
  Array.from({ length: NIGHTS }, (_, column) => ({ column, md: monthDayOf(from + column) })).flatMap(({ column, md }) =>
    md % 100 === 1 ? [{ column, month: Math.floor(md / 100) }] : [],
  )
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Runs of nights that a special covers. */
const runsOf = (program: Program, from: number): readonly { readonly column: number; readonly nights: number }[] => {
  const covers = (program.specials ?? []).map(coverOf)
  const runs: { column: number; nights: number }[] = []
  for (let column = 0; column < NIGHTS; column++) {
    if (!covers.some((cover) => cover(from + column))) continue
    const last = runs.at(-1)
    if (last && last.column + last.nights === column) last.nights += 1
    else runs.push({ column, nights: 1 })
  }
  return runs
}

interface Props {
  readonly program: Program
  readonly site: Site
  /** Day of the first night. */
  readonly from: number
  readonly day: number
  readonly head?: number | undefined
  readonly onDay: (day: number) => void
}
/** A year of a program as a heat map: a column is a night, noon to noon from top to bottom. The slider below chooses the shown night. */
const YearMap = ({ program, site, from, day, head, onDay }: Props) => {
  const t = useT()
  const canvas = useYearMap(program, site, from, head)
  const months = useMemo(() => monthsFrom(from), [from])
  const runs = useMemo(() => runsOf(program, from), [program, from])
  const choose = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onDay(from + between(Math.floor(((event.clientX - left) / width) * NIGHTS), 0, NIGHTS - 1))
  }
  const column = day - from
  const isInside = column >= 0 && column < NIGHTS
  return (
    <div className="ll-year">
      <div className="ll-year__hours" aria-hidden="true">
        {HOURS.map((hour, at) => (
          <span key={at}>{hour}</span>
        ))}
      </div>
      <div
        className="ll-year__field"
        role="presentation"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          choose(event)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && choose(event)}
      >
        <canvas ref={canvas} width={NIGHTS} height={PARTS} role="img" aria-label={t(S.yearAbout)} />
        {runs.map((run) => (
          <span key={run.column} className="ll-year__special" style={{ left: percent(run.column), width: percent(run.nights) }} />
        ))}
        {isInside && <span className="ll-year__now" style={{ left: percent(column + 0.5) }} />}
      </div>
      <div className="ll-year__months" aria-hidden="true">
        {months.map(({ column: at, month }) => (
          <span key={at} style={{ left: percent(at) }}>
            {t([`${month}月`, MONTHS[month - 1] ?? ''])}
          </span>
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={NIGHTS - 1}
        value={between(column, 0, NIGHTS - 1)}
        aria-label={t(S.season)}
        aria-valuetext={dateOf(day)}
        onChange={(event) => onDay(from + Number(event.target.value))}
      />
      <div className="ll-year__legend">
        <span>
          <i data-of="lit" />
          {t(S.lit)}
        </span>
        <span>
          <i data-of="daylight" />
          {t(S.inDaylight)}
        </span>
        {program.specials && (
          <span>
            <i data-of="special" />
            {t(S.dayKind)}
          </span>
        )}
      </div>
    </div>
  )
}

/** The heat map with its title, in the pages of a strategy. */
export const YearCard = ({ idPrefix, ...map }: Props & { readonly idPrefix: string }) => {
  const t = useT()
  return (
    <section className="ll-st-card ll-st-year" aria-labelledby={`${idPrefix}-year`}>
      <header>
        <h2 id={`${idPrefix}-year`}>{t(S.year)}</h2>
        <span className="ll-st-hint">{t(S.yearAbout)}</span>
      </header>
      <YearMap {...map} />
    </section>
  )
}
