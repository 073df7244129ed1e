import { useFormat, useT } from '@lamplight/console-kit'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import './matrix.css'
import { MX } from './matrix.messages.ts'
import { paramWords } from './param-words.ts'
import type { Spread } from './spread.ts'

/** How many of the chosen devices hold which value of a family. A value that is pressed filters the list. */
export const SpreadPanel = ({
  spread,
  family,
  chosen,
  onChoose,
}: {
  readonly spread: Spread
  readonly family: ParamFamilyDefinition
  /** `reportedId` of the value that filters the list; empty for none. */
  readonly chosen: string
  readonly onChoose: (reportedId: string) => void
}) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <section className="ll-spread" aria-label={t(MX.spread)}>
      <header>
        <h2>{t(MX.spread)}</h2>
        <small>{t(MX.spreadAbout, { reported: number(spread.reported), drifted: number(spread.drifted) })}</small>
      </header>
      <ul>
        {spread.values.map(({ reportedId, value, devices, drifted }) => {
          const words = reportedId === '0' ? t(MX.unread) : paramWords(family, value, t) || t(MX.secret)
          return (
            <li key={reportedId}>
              <button
                type="button"
                aria-pressed={chosen === reportedId}
                title={`${words} · ${t(MX.only)}`}
                data-tone={reportedId === '0' ? 'none' : drifted > 0 ? 'drift' : 'held'}
                onClick={() => onChoose(chosen === reportedId ? '' : reportedId)}
              >
                <span>{words}</span>
                <b>{t(MX.devices, { n: number(devices) })}</b>
                <meter min={0} max={Math.max(1, spread.devices)} value={devices} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
