import type { Text } from '@lamplight/kit'
import type { LampState } from '@lamplight/lamp-packet'
import { LampMark } from './lamp-mark.tsx'
import type { LampCounts } from './lamp-store.ts'
import { LAMP_STATES } from './marks.ts'
import { grouped, MAP_TEXTS, STATE_TEXTS } from './messages.ts'
import { themeAttribute, usePalette } from './use-palette.ts'

export type LampLegendProps = {
  counts: LampCounts
  /** The states that are filtered away. */
  filter: ReadonlySet<LampState>
  onFilter: (filter: ReadonlySet<LampState>) => void
  theme: string
  t: (text: Text) => string
  /** Other words for the marks, where they stand for something else than the state of lamps. */
  words?: Readonly<Record<LampState, Text>>
}

const toggled = (filter: ReadonlySet<LampState>, state: LampState): ReadonlySet<LampState> => filter.symmetricDifference(new Set([state]))

/** What the marks on the map mean, how many lamps are in each state, and a switch for each (look.md, lamp states). */
export const LampLegend = ({ counts, filter, onFilter, theme, t, words = STATE_TEXTS }: LampLegendProps) => {
  const palette = usePalette(theme)
  return (
    <fieldset className="ll-map-legend" {...themeAttribute(theme)}>
      <legend className="ll-map-unseen">{t(MAP_TEXTS.legend)}</legend>
      {LAMP_STATES.map((state) => (
        <button
          key={state}
          type="button"
          className="ll-map-legend-entry"
          aria-pressed={!filter.has(state)}
          title={`${t(words[state])}: ${t(filter.has(state) ? MAP_TEXTS.hidden : MAP_TEXTS.shown)}`}
          onClick={() => onFilter(toggled(filter, state))}
        >
          <LampMark state={state} palette={palette} />
          <span className="ll-map-legend-word">{t(words[state])}</span>
          <span className="ll-map-legend-count" key={counts[state]}>
            {grouped(counts[state])}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
