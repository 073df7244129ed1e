import { dateOf, dayOf } from '@lamplight/calendar'
import { Icon, Segments, useT } from '@lamplight/console-kit'
import { S } from '../strategies.messages.ts'

/** Which night the timeline shows, and of which head. */
export const NightBar = ({
  day,
  today,
  heads,
  head,
  onDay,
  onHead,
}: {
  readonly day: number
  readonly today: number
  readonly heads: readonly number[]
  readonly head: number | undefined
  readonly onDay: (day: number) => void
  readonly onHead: (head: number) => void
}) => {
  const t = useT()
  return (
    <div className="ll-st-night-bar">
      <button type="button" className="ll-button ll-r-quiet" aria-label={t(S.previousNight)} onClick={() => onDay(day - 1)}>
        <Icon name="arrowLeft" size={16} />
      </button>
      <input
        type="date"
        className="ll-f-input"
        aria-label={t(S.date)}
        value={dateOf(day)}
        onChange={({ target }) => target.value && onDay(dayOf(target.value))}
      />
      <button type="button" className="ll-button ll-r-quiet" aria-label={t(S.nextNight)} onClick={() => onDay(day + 1)}>
        <Icon name="arrowRight" size={16} />
      </button>
      <button type="button" className="ll-button ll-button--small" disabled={day === today} onClick={() => onDay(today)}>
        {t(S.tonight)}
      </button>
      {heads.length > 0 && (
        <Segments
          label={t(S.head)}
          value={head ?? heads[0] ?? 1}
          onChange={onHead}
          options={[
            { value: 1, label: t(S.main) },
            { value: 2, label: t(S.auxiliary) },
          ]}
        />
      )}
    </div>
  )
}
