import { dayOf } from '@lamplight/calendar'
import { StateMark, useFormat, useT } from '@lamplight/console-kit'
import { S } from './strategies.messages.ts'
import type { ShownFinding } from './use-findings.ts'

/** What the linter found, each with the night that proves it. */
export const Findings = ({
  findings,
  onShow,
}: {
  readonly findings: readonly ShownFinding[] | undefined
  readonly onShow: (day: number, entry: number | null) => void
}) => {
  const t = useT()
  const format = useFormat()
  return (
    <section className="ll-st-card ll-st-findings" aria-label={t(S.findings)} aria-live="polite">
      <header>
        <h2>{t(S.findings)}</h2>
      </header>
      {!findings && <p className="ll-st-hint">{t(S.checking)}</p>}
      {findings?.length === 0 && <StateMark tone="success" text={t(S.noFindings)} />}
      {findings && findings.length > 0 && (
        <ul>
          {findings.map(({ code, severity, text, firstNight, nights, special, entries }) => (
            <li key={`${code} ${special ?? ''} ${entries?.join() ?? ''}`} data-code={code}>
              <StateMark tone={severity === 'error' ? 'danger' : 'warning'} text={t(severity === 'error' ? S.error : S.warning)} />
              <span>
                {text}
                {entries && entries.length > 0 && (
                  <small>{entries.map((index) => t(S.point, { n: index + 1 })).join(t(['、', ', ']))}</small>
                )}
                {firstNight && (
                  <small>
                    {t(S.firstNight, { night: firstNight })}
                    {nights && nights > 1 ? ` · ${t(S.nights, { n: format.number(nights) })}` : ''}
                  </small>
                )}
              </span>
              {firstNight && (
                <button type="button" className="ll-r-link" onClick={() => onShow(dayOf(firstNight), entries?.[0] ?? null)}>
                  {t(S.showNight)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
