import { ConfirmReach, navigate, notify, useFormat, useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { M } from './batch.messages.ts'
import { commandWords, spanWords } from './batch-words.ts'
import { newKey, retryFailed } from './commands.ts'
import type { Batch } from './use-batch.ts'

export const RECORDS = '/city/commandRecord/index'

/** Asks before failed devices are ordered again: all of a record, or the chosen ones. Then it leads to the new record. */
export const RetryDialog = ({
  batch,
  ids,
  onClose,
  onSent,
}: {
  readonly batch: Batch
  /** null: all that failed */
  readonly ids: readonly string[] | null
  readonly onClose: () => void
  readonly onSent?: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const [key] = useState(newKey)
  const n = format.number(ids ? ids.length : batch.failed + batch.timedOut)
  const until = batch.duration > 0 ? t(M.lastsFor, { time: spanWords(batch.duration, t) }) : batch.until || t(M.stays)
  return (
    <ConfirmReach
      title={t(M.retryTitle, { n })}
      ok={t(M.retryOk, { n })}
      facts={[
        { label: t(M.what), value: commandWords(batch, t) },
        { label: t(M.lasts), value: until },
        { label: t(M.undo), value: t(M.undoHow) },
      ]}
      onClose={onClose}
      onConfirm={async () => {
        const { batchId, total } = await retryFailed(batch.id, ids, key)
        notify.success(t(M.retrySent, { n: format.number(total) }))
        void invalidate('control.batch')
        onSent?.()
        navigate(`${RECORDS}/details`, { id: batchId })
      }}
    >
      <p className="ll-batch-note">{t(M.retryNote)}</p>
    </ConfirmReach>
  )
}
