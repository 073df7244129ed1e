import { useFormat, useT } from '@lamplight/console-kit'
import { type Counts, lossesOf, shareText, successText } from '../../model/index.ts'
import { M } from './batch.messages.ts'
import './rungs.css'

/** Parts of a bar, best first; losses are at the right end. */
const PARTS = ['verified', 'applied', 'received', 'sent', 'queued', 'superseded', 'timedOut', 'failed'] as const

/**
 * Progress as text: how many devices succeeded, failed, timed out or were superseded. `short`: without
 * the successes, next to a state that names them.
 */
export const ProgressNote = ({ counts, short = false }: { readonly counts: Counts; readonly short?: boolean }) => {
  const t = useT()
  return (
    <span className="ll-progress-note">
      {short ? shareText(counts) : t(successText(counts))}
      {lossesOf(counts).map(([ending, , words]) => (
        <em key={ending} data-ending={ending}>
          {t(words)}
        </em>
      ))}
    </span>
  )
}

/** Progress of a command's devices as one bar with numbers. */
export const RungBar = ({ counts }: { readonly counts: Counts }) => {
  const t = useT()
  const format = useFormat()
  const parts = PARTS.filter((part) => counts[part] > 0).map((part) => `${t(M[part])} ${format.number(counts[part])}`)
  return (
    <span className="ll-rungbar" title={parts.join(' · ')}>
      <span className="ll-rungbar__bar" role="img" aria-label={parts.join(', ')}>
        {PARTS.map((part) => counts[part] > 0 && <i key={part} data-part={part} style={{ flexGrow: counts[part] }} />)}
      </span>
      <ProgressNote counts={counts} short />
    </span>
  )
}
