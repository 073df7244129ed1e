import { useFormat, useT } from '@lamplight/console-kit'
import { StateMark } from '@lamplight/fields/view'
import { type Counts, lossesOf, rungsReached } from '../../model/index.ts'
import { M } from './batch.messages.ts'
import './rungs.css'

/** Live progress of a command: the number of devices that reached each rung, including those that failed later; below it the failures. */
export const RungLadder = ({ counts }: { readonly counts: Counts }) => {
  const t = useT()
  const format = useFormat()
  const losses = lossesOf(counts)
  return (
    <section className="ll-ladder" aria-label={t(M.progress)} data-state={counts.state}>
      <ol>
        {rungsReached(counts).map(([rung, n]) => {
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
      {losses.length > 0 && (
        <p className="ll-ladder__lost">
          {losses.map(([ending, , words]) => (
            <StateMark key={ending} tone={ending === 'superseded' ? 'neutral' : 'bad'}>
              {t(words)}
            </StateMark>
          ))}
        </p>
      )}
    </section>
  )
}
