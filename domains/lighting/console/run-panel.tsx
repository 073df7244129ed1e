import { navigate, StateMark, useFormat, useT } from '@lamplight/console-kit'
import { useCounted } from './counted.ts'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'
import { type Batch, useBatch } from './use-command.ts'

const RUNGS = ['queued', 'sent', 'received', 'applied', 'verified'] as const
const COMMANDS = { 1: M.dim, 2: M.on, 3: M.off, 4: M.release } as const
const SUCCESS = 2

/** How many have come at least so far; those that failed or timed out count in their own line. */
const reached = (batch: Batch, from: number): number => RUNGS.slice(from).reduce((sum, rung) => sum + Math.max(0, batch[rung]), 0)

/** A command as it climbs, rung by rung. The panel may be closed: the command goes on. */
export const RunPanel = ({ batchId, onClose }: { readonly batchId: string; readonly onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const counted = useCounted()
  const batch = useBatch(batchId)
  if (!batch) return null
  const [failed, timedOut] = [Math.max(0, batch.failed), Math.max(0, batch.timedOut)]
  const command = t(COMMANDS[batch.command as keyof typeof COMMANDS] ?? M.dim)
  const what = batch.command === 1 ? `${command} ${format.unit(batch.level, '%')}` : command
  const over = batch.status >= SUCCESS
  const tone = !over ? 'info' : batch.status === SUCCESS ? 'success' : 'warning'
  const words = !over ? M.running : batch.status === SUCCESS ? M.kept : M.partly
  return (
    <Panel
      title={t(M.runTitle, { what, lamps: counted(batch.total) })}
      kind="run"
      closeLabel={t(M.close)}
      onClose={onClose}
      data-status={batch.status}
      data-batch={batchId}
    >
      <p className="ll-city-outcome" role="status">
        <StateMark tone={tone} text={t(words, { verified: format.number(batch.verified), total: format.number(batch.total) })} />
      </p>
      <ol className="ll-city-rungs">
        {RUNGS.map((rung, at) => {
          const n = reached(batch, at)
          return (
            <li key={rung} data-rung={rung} data-count={n}>
              <span>{t(M[rung])}</span>
              <progress max={Math.max(1, batch.total)} value={n} aria-label={t(M[rung])} />
              <b>{format.number(n)}</b>
            </li>
          )
        })}
      </ol>
      {failed + timedOut > 0 && (
        <p className="ll-city-warn">{t(M.lost, { failed: format.number(failed), timedOut: format.number(timedOut) })}</p>
      )}
      <button type="button" className="ll-city-link" onClick={() => navigate('/city/commandRecord/index/details', { id: batchId })}>
        {t(M.records)}
      </button>
    </Panel>
  )
}
