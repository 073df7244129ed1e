import { ConfirmCommand, navigate, notify, useFormat, useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DEVICE_COMMAND, retryable } from '../../model/index.ts'
import { AffectedWarnings } from '../affected/affected-warnings.tsx'
import { newKey, previewRetry, retryFailed } from '../command/commands.ts'
import { M } from './batch.messages.ts'
import { RECORDS } from './batch-link.tsx'
import { commandWords, spanWords, targetWords } from './batch-words.ts'
import type { Batch } from './use-batch.ts'

/** Dialog that retries failed devices, all of a record or the selected ones, and then opens the new record. */
export const RetryDialog = ({
  batch,
  ids,
  onClose,
  onSent,
}: {
  readonly batch: Batch
  /** null: all failed devices */
  readonly ids: readonly string[] | null
  readonly onClose: () => void
  readonly onSent?: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const [key] = useState(newKey)
  const isDevice = batch.command === DEVICE_COMMAND
  // The server counts the devices of the retry: some may have been removed since they failed.
  const preview = useQuery({
    queryKey: ['control.preview', 'retry', batch.id, ids],
    queryFn: ({ signal }) => previewRetry(batch.id, ids, signal),
    retry: false,
  })
  const n = format.number(preview.data?.lamps ?? (ids ? ids.length : retryable(batch)))
  const until = batch.duration > 0 ? t(M.lastsFor, { time: spanWords(batch.duration, t) }) : batch.until || t(M.stays)
  return (
    <ConfirmCommand
      title={t(M.retryTitle, { n })}
      ok={t(M.retryOk, { n })}
      facts={[
        { label: t(M.command), value: commandWords(batch, t) },
        { label: t(M.targetText), value: targetWords(batch, t) },
        ...(isDevice ? [] : [{ label: t(M.lasts), value: until }]),
        { label: t(M.undo), value: t(isDevice ? M.undoQueued : M.undoHow) },
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
      {preview.data && <AffectedWarnings preview={preview.data} deviceType={batch.deviceType} />}
      <p className="ll-batch-note">{t(M.retryNote)}</p>
    </ConfirmCommand>
  )
}
