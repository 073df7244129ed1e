import { useFormat, useT } from '@lamplight/console-kit'
import { type Counts, lossesOf, shareText, successText } from '../model/index.ts'
import { M } from './batch.messages.ts'
import './rungs.css'

/** Parts of a bar, best first; what did not come through closes it from the right. */
const PARTS = ['verified', 'applied', 'received', 'sent', 'queued', 'superseded', 'timedOut', 'failed'] as const

/** How far a command has come, in words: how many succeeded, and how many failed, timed out or were superseded. `short`: beside its state, which says that they succeeded. */
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

/** How far the devices of a command have come, as one bar with its figures. */
export const RungBar = ({ counts }: { readonly counts: Counts }) => {
  const t = useT()
  const format = useFormat()
  const told = PARTS.filter((part) => counts[part] > 0).map((part) => `${t(M[part])} ${format.number(counts[part])}`)
  return (
    <span className="ll-rungbar" title={told.join(' · ')}>
      <span className="ll-rungbar__bar" role="img" aria-label={told.join(', ')}>
        {PARTS.map((part) => counts[part] > 0 && <i key={part} data-part={part} style={{ flexGrow: counts[part] }} />)}
      </span>
      <ProgressNote counts={counts} short />
    </span>
  )
}
