import { Segments, useFormat, useT } from '@lamplight/console-kit'
import type { ReactNode, Ref } from 'react'
import { P } from './past.messages.ts'
import { dayAfter, hoursOf, MINUTE_MS, nightFrom, partOf, type SunMarks, sameTimeIn } from './past-time.ts'
import { type PastView, VIEWS } from './past-view.ts'
import { SPEEDS, type usePastClock } from './use-past-clock.ts'

const percent = (part: number): string => `${(100 * part).toFixed(2)}%`
/** The track of the scrubber: day, dusk, night, dawn, day. */
const trackOf = (clock: ReturnType<typeof usePastClock>, sun: SunMarks | null): string => {
  if (!sun) return 'var(--past-day)'
  const [sunset, dusk, dawn, sunrise] = [sun.sunset, sun.dusk, sun.dawn, sun.sunrise].map((at) => percent(partOf(at, clock.night)))
  return `linear-gradient(to right, var(--past-day) ${sunset}, var(--past-night) ${dusk}, var(--past-night) ${dawn}, var(--past-day) ${sunrise})`
}

/** The time bar of the replay: night, scrubber from noon to noon, playing, and what colours the lamps. */
export const PastBar = ({
  clock,
  sun,
  earliest,
  view,
  onView,
  scrubber,
}: {
  readonly clock: ReturnType<typeof usePastClock>
  readonly sun: SunMarks | null
  /** First day with stored readings, `yyyy-MM-dd`. */
  readonly earliest: string
  readonly view: PastView
  readonly onView: (view: PastView) => void
  readonly scrubber: Ref<HTMLInputElement>
}): ReactNode => {
  const t = useT()
  const { time, instant } = useFormat()
  const { minute, night, moveTo, playing } = clock
  const today = time(Date.now(), 'date')
  const toNight = (date: string): void => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(date)) moveTo(sameTimeIn(minute, night, nightFrom(date, instant)))
  }
  const clockOf = (at: number): string => time(at, 'clock')
  const isLast = nightFrom(dayAfter(night.date, 1), instant).start > Date.now()
  return (
    <section className="ll-past-bar" aria-label={t(P.title)}>
      <div className="ll-past-row">
        <span className="ll-past-group">
          <button
            type="button"
            className="ll-button ll-past-step"
            title={t(P.before)}
            aria-label={t(P.before)}
            onClick={() => toNight(dayAfter(night.date, -1))}
          >
            ‹
          </button>
          <input
            type="date"
            className="ll-past-date"
            aria-label={t(P.night)}
            title={t(P.nightOf, { from: night.date })}
            value={night.date}
            min={earliest}
            max={today}
            onChange={(event) => toNight(event.target.value)}
          />
          <button
            type="button"
            className="ll-button ll-past-step"
            title={t(P.after)}
            aria-label={t(P.after)}
            disabled={isLast}
            onClick={() => toNight(dayAfter(night.date, 1))}
          >
            ›
          </button>
        </span>
        <span className="ll-past-group">
          <button type="button" className="ll-button ll-button--primary ll-past-play" title={t(P.playKey)} onClick={clock.play}>
            {t(playing ? P.pause : P.play)}
          </button>
          <Segments
            label={t(P.speed)}
            value={clock.speed}
            options={SPEEDS.map((value) => ({ value, label: `×${value}` }))}
            onChange={clock.setSpeed}
          />
        </span>
        <span className="ll-past-views">
          <Segments
            label={t(P.by)}
            value={view}
            options={VIEWS.map((value) => ({ value, label: <span title={t(P[`${value}Hint`])}>{t(P[value])}</span> }))}
            onChange={onView}
          />
        </span>
      </div>
      <div className="ll-past-scrub">
        <div className="ll-past-track" style={{ background: trackOf(clock, sun) }} aria-hidden="true" />
        <input
          ref={scrubber}
          type="range"
          aria-label={t(P.time)}
          aria-valuetext={time(minute, 'minute')}
          aria-description={t(P.keys)}
          min={0}
          max={Math.round((night.end - night.start) / MINUTE_MS) - 1}
          step={1}
          value={Math.round((minute - night.start) / MINUTE_MS)}
          onChange={(event) => moveTo(night.start + Number(event.target.value) * MINUTE_MS)}
        />
        <div className="ll-past-hours" aria-hidden="true">
          {hoursOf(night, 3).map((hour, n) => (
            <span key={hour} data-minor={n % 2 === 1 || undefined} style={{ left: percent(partOf(hour, night)) }}>
              {clockOf(hour)}
            </span>
          ))}
        </div>
        {sun && (
          <p className="ll-past-sun">
            <span>{t(P.sunset, { at: clockOf(sun.sunset) })}</span>
            <span>{t(P.sunrise, { at: clockOf(sun.sunrise) })}</span>
          </p>
        )}
      </div>
    </section>
  )
}
