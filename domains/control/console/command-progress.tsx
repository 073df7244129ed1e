import { Dialog, navigate, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { useState } from 'react'
import { isRunning, retryable } from '../model/index.ts'
import { M } from './batch.messages.ts'
import { recordHref } from './batch-link.tsx'
import { affectedWords, commandWords } from './batch-words.ts'
import './command.css'
import { C } from './command.messages.ts'
import { RetryDialog } from './retry.dialog.tsx'
import { RungLadder } from './rung-ladder.tsx'
import { useBatch } from './use-batch.ts'
import { Waves } from './waves.tsx'

/** Dialog with the progress of a command that was sent. Closing it does not stop the command. Failed devices can be retried. */
export const CommandProgress = ({
  batchId,
  title,
  onClose,
}: {
  readonly batchId: string
  /** Title until the record has loaded. */
  readonly title: string
  readonly onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const { data: batch } = useBatch(batchId)
  const canRetry = usePermission('commandrecord_retry')
  const [retrying, setRetrying] = useState(false)
  const failed = batch && !isRunning(batch) ? retryable(batch) : 0
  if (batch && retrying) return <RetryDialog batch={batch} ids={null} onClose={() => setRetrying(false)} onSent={onClose} />
  return (
    <Dialog
      title={batch ? t(C.title, { what: commandWords(batch, t), target: affectedWords(batch, t) }) : title}
      onClose={onClose}
      className="ll-command"
      footer={
        <>
          <button type="button" className="ll-button" onClick={onClose}>
            {t(C.close)}
          </button>
          {canRetry && failed > 0 && (
            <button type="button" className="ll-button" onClick={() => setRetrying(true)}>
              {t(M.retryAll, { n: format.number(failed) })}
            </button>
          )}
          <button
            type="button"
            className="ll-button ll-button--primary"
            onClick={() => {
              onClose()
              navigate(recordHref(batchId))
            }}
          >
            {t(C.details)}
          </button>
        </>
      }
    >
      {batch && <RungLadder counts={batch} />}
      {batch && <Waves batch={batch} />}
      {(!batch || isRunning(batch)) && <p className="ll-command__note">{t(C.goesOn)}</p>}
    </Dialog>
  )
}
