import { useFormat, useT } from '@lamplight/console-kit'
import { M } from './batch.messages.ts'
import './rungs.css'
import type { Counts } from './use-batch.ts'

/** Parts of a bar, best first; what failed closes it from the right. */
const PARTS = ['verified', 'applied', 'received', 'sent', 'queued', 'timedOut', 'failed'] as const

/** How far the devices of a command have come, as one bar with its figures. */
export const RungBar = ({ counts, note = true }: { readonly counts: Counts; readonly note?: boolean }) => {
  const t = useT()
  const format = useFormat()
  // A command without a curve to compare with is kept once it is applied: what ended well counts.
  const kept = Math.max(0, counts.ended - counts.failed - counts.timedOut)
  const lost = Math.max(0, counts.failed) + Math.max(0, counts.timedOut)
  const told = PARTS.filter((part) => counts[part] > 0).map((part) => `${t(M[part])} ${format.number(counts[part])}`)
  return (
    <span className="ll-rungbar" title={told.join(' · ')}>
      <span className="ll-rungbar__bar" role="img" aria-label={told.join(', ')}>
        {PARTS.map((part) => counts[part] > 0 && <i key={part} data-part={part} style={{ flexGrow: counts[part] }} />)}
      </span>
      {note && (
        <span className="ll-rungbar__note">
          {t(M.reached, { n: format.number(kept), total: format.number(counts.total) })}
          {lost > 0 && <em>{t(M.lost, { n: format.number(lost) })}</em>}
        </span>
      )}
    </span>
  )
}
