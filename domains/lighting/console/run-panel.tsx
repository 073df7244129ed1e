import { navigate, useFormat, useT } from '@lamplight/console-kit'
import { M } from './map.messages.ts'
import { type Batch, useBatch } from './use-command.ts'

const RUNGS = ['queued', 'sent', 'received', 'applied', 'verified'] as const

/** How many have come at least so far; those that failed or timed out count where they stopped only in their own line. */
const reached = (batch: Batch, from: number): number => RUNGS.slice(from).reduce((sum, rung) => sum + Math.max(0, batch[rung]), 0)

/** A command as it climbs, rung by rung. The panel may be closed: the command goes on. */
export const RunPanel = ({ batchId, onClose }: { readonly batchId: string; readonly onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const batch = useBatch(batchId)
  if (!batch) return null
  const lost = Math.max(0, batch.failed) + Math.max(0, batch.timedOut)
  return (
    <section
      className="ll-city-panel ll-city-run"
      aria-label={t(M.progress)}
      aria-live="polite"
      data-status={batch.status}
      data-batch={batchId}
    >
      <header>
        <h2>{t(M.progress)}</h2>
        <button type="button" className="ll-city-close" aria-label={t(M.close)} onClick={onClose}>
          {'×'}
        </button>
      </header>
      <ol className="ll-city-rungs">
        {RUNGS.map((rung, at) => {
          const n = reached(batch, at)
          return (
            <li key={rung} data-rung={rung} data-count={n}>
              <span>{t(M[rung])}</span>
              <progress max={batch.total} value={n} aria-label={t(M[rung])} />
              <b>{`${format.number(n)} / ${format.number(batch.total)}`}</b>
            </li>
          )
        })}
      </ol>
      {lost > 0 && (
        <p className="ll-city-warn">
          {`${t(M.failedRows)} ${format.number(Math.max(0, batch.failed))} · ${t(M.timedOut)} ${format.number(Math.max(0, batch.timedOut))}`}
        </p>
      )}
      <p>{t(M.done, { verified: format.number(batch.verified), total: format.number(batch.total) })}</p>
      <button type="button" className="ll-city-link" onClick={() => navigate('/city/commandRecord/index/details', { id: batchId })}>
        {t(M.records)}
      </button>
    </section>
  )
}
