import { useFormat, useT } from '@lamplight/console-kit'
import { StateMark } from '@lamplight/fields/view'
import { M } from './batch.messages.ts'
import './rungs.css'
import type { Counts } from './use-batch.ts'

const RUNGS = ['queued', 'sent', 'received', 'applied', 'verified'] as const

/** How many have come at least so far; those that failed or timed out are told apart. */
const reached = (counts: Counts, from: number): number => RUNGS.slice(from).reduce((sum, rung) => sum + Math.max(0, counts[rung]), 0)

/** The rungs of a command, climbing live: how many devices have come at least so far, and how many fell. Without a level to prove it ends at applied. */
export const RungLadder = ({ counts, provable = true }: { readonly counts: Counts; readonly provable?: boolean }) => {
  const t = useT()
  const format = useFormat()
  const lost = counts.failed > 0 || counts.timedOut > 0
  return (
    <section className="ll-ladder" aria-label={t(M.progress)} data-status={counts.status}>
      <ol>
        {RUNGS.slice(0, provable ? 5 : 4).map((rung, at) => {
          const n = at === 0 ? counts.total : reached(counts, at)
          const share = counts.total > 0 ? n / counts.total : 0
          return (
            <li key={rung} data-rung={rung} data-count={n} data-full={share === 1 || undefined}>
              <span>{t(M[rung])}</span>
              <b key={n} className="ll-ladder__n">
                {format.number(n)}
              </b>
              <span className="ll-ladder__bar" aria-hidden>
                <i style={{ scale: `${share} 1` }} />
              </span>
            </li>
          )
        })}
      </ol>
      {lost && (
        <p className="ll-ladder__lost">
          {(['failed', 'timedOut'] as const).map(
            (part) =>
              counts[part] > 0 && (
                <StateMark key={part} tone="bad">
                  {`${t(M[part])} ${format.number(counts[part])}`}
                </StateMark>
              ),
          )}
        </p>
      )}
    </section>
  )
}
