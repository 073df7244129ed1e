import type { Text } from '@lamplight/kit'
import type { LampState } from '@lamplight/lamp-packet'
import type { ReactNode } from 'react'
import { LampMark } from './lamp-mark.tsx'
import type { LampCounts } from './lamp-store.ts'
import { LAMP_STATES } from './marks.ts'
import { grouped, MAP_TEXTS, STATE_TEXTS } from './messages.ts'
import { themeAttribute } from './use-palette.ts'

export type LampLegendProps = {
  counts: LampCounts
  /** The hidden states. */
  filter: ReadonlySet<LampState>
  onFilter: (filter: ReadonlySet<LampState>) => void
  theme: string
  t: (text: Text) => string
  /** Labels of the marks if they do not mean lamp states. */
  words?: Readonly<Record<LampState, Text>> | null | undefined
  /** Additional entries. */
  children?: ReactNode
}

const ALL: ReadonlySet<LampState> = new Set()
const OTHERS_OF = (state: LampState): ReadonlySet<LampState> => new Set(LAMP_STATES.filter((other) => other !== state))
/**
 * Returns the states to hide after a click: all others; none if the clicked state was shown alone. With Shift the click only toggles this state.
 */
export const nextFilter = (filter: ReadonlySet<LampState>, state: LampState, more: boolean): ReadonlySet<LampState> => {
  const next = more && filter.size > 0 ? filter.symmetricDifference(new Set([state])) : OTHERS_OF(state)
  return next.size === LAMP_STATES.length || (!more && next.symmetricDifference(filter).size === 0) ? ALL : next
}

/** Legend of the marks with the number of lamps in each state; a click shows only that state. */
export const LampLegend = ({ counts, filter, onFilter, theme, t, words = STATE_TEXTS, children }: LampLegendProps) => {
  return (
    <fieldset className="ll-map-legend" {...themeAttribute(theme)}>
      <legend className="ll-map-unseen">{t(MAP_TEXTS.legend)}</legend>
      {(words ? LAMP_STATES : []).map((state) => (
        <button
          key={state}
          type="button"
          className="ll-map-legend-entry"
          data-hidden={filter.has(state) || undefined}
          aria-pressed={filter.size > 0 && !filter.has(state)}
          title={`${t((words ?? STATE_TEXTS)[state])}: ${t(filter.size > 0 && !filter.has(state) ? MAP_TEXTS.showAll : MAP_TEXTS.showOnly)}`}
          onClick={(event) => onFilter(nextFilter(filter, state, event.shiftKey))}
        >
          <LampMark state={state} />
          <span className="ll-map-legend-word">{t((words ?? STATE_TEXTS)[state])}</span>
          <span className="ll-map-legend-count" key={counts[state]}>
            {grouped(counts[state])}
          </span>
        </button>
      ))}
      {children}
    </fieldset>
  )
}
