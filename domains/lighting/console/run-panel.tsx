import { navigate, StateMark, useT } from '@lamplight/console-kit'
import { affectedWords, commandWords, RungLadder, recordHref, useBatch } from '@lamplight/control/console'
import { isRunning, progressText, STATUS } from '@lamplight/control/model'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'

/** Live progress of a command. Closing the panel does not stop the command. */
export const RunPanel = ({ batchId, onClose }: { readonly batchId: string; readonly onClose: () => void }) => {
  const t = useT()
  const { data: batch } = useBatch(batchId)
  if (!batch) return null
  const tone = isRunning(batch) ? 'info' : batch.state === STATUS.success ? 'success' : 'warning'
  return (
    <Panel
      title={`${commandWords(batch, t)} · ${affectedWords(batch, t)}`}
      kind="run"
      closeLabel={t(M.close)}
      onClose={onClose}
      data-state={batch.state}
      data-batch={batchId}
    >
      <p className="ll-city-outcome" role="status">
        <StateMark tone={tone} text={t(isRunning(batch) ? M.running : progressText(batch))} />
      </p>
      <RungLadder counts={batch} />
      <button type="button" className="ll-city-link" onClick={() => navigate(recordHref(batchId))}>
        {t(M.records)}
      </button>
    </Panel>
  )
}
