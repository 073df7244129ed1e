import { Icon, useFormat, useT } from '@lamplight/console-kit'
import { BANDS } from './soc.ts'
import { S } from './solar.messages.ts'

interface Props {
  readonly counts: ReadonlyMap<string, number>
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

/** Bands of the state of charge with their numbers of lamps; a click shows or hides a band. */
export const SocLegend = ({ counts, hidden, onToggle }: Props) => {
  const t = useT()
  const { number } = useFormat()
  return BANDS.map(({ key, label, range }) => (
    <button
      key={key}
      type="button"
      className="ll-map-legend-entry"
      aria-pressed={!hidden.has(key)}
      data-hidden={hidden.has(key) || undefined}
      title={`${t(label)}: ${t(S.only)}`}
      onClick={() => onToggle(key)}
    >
      <span className="ll-solar-band" data-band={key}>
        <Icon name="sun" size={14} />
      </span>
      <span className="ll-map-legend-word">
        {t(label)} <small>{range}</small>
      </span>
      <span className="ll-map-legend-count">{number(counts.get(key) ?? 0)}</span>
    </button>
  ))
}
