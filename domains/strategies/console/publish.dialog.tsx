import { Dialog, isApiError, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons } from '@lamplight/console-kit/resource'
import { useId, useState } from 'react'
import { V } from './preview.messages.ts'
import { ModelNotes, Reach } from './preview-panel.tsx'
import { type Published, PublishedNote } from './published.tsx'
import type { Preview } from './use-preview.ts'

/** Confirms a publication with its reach and a reason, sends it, and shows its record. */
export const PublishDialog = ({
  name,
  preview,
  changed,
  onSend,
  onClose,
}: {
  readonly name: string
  readonly preview: Preview
  /** The strategy is saved before it is sent. */
  readonly changed: boolean
  readonly onSend: (reason: string) => Promise<Published>
  readonly onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const [published, setPublished] = useState<Published | null>(null)
  const isBelow = preview.findings.some(({ code }) => code === 'levelBelowFloor')
  const send = async (): Promise<void> => {
    if (isBelow && !reason.trim()) {
      setFailed(t(V.reasonNeeded))
      document.getElementById(id)?.focus()
      return
    }
    setBusy(true)
    setFailed('')
    try {
      setPublished(await onSend(reason.trim()))
    } catch (error) {
      setFailed(isApiError(error) ? error.msg : String(error))
    } finally {
      setBusy(false)
    }
  }
  const n = format.number(preview.devices)
  const title = t(V.publishTitle, { name })
  if (published)
    return (
      <Dialog
        title={title}
        className="ll-st-dialog"
        onClose={onClose}
        footer={
          <button type="button" className="ll-button" data-autofocus onClick={onClose}>
            {t(V.close)}
          </button>
        }
      >
        <PublishedNote published={published} />
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      className="ll-st-dialog"
      firm={busy}
      onClose={onClose}
      footer={
        <DialogButtons busy={busy} focus={!isBelow} onCancel={onClose} onOk={() => void send()}>
          {t(preview.devices === 1 ? V.publishOne : V.publish, { n })}
        </DialogButtons>
      }
    >
      {failed && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {failed}
        </div>
      )}
      <Reach preview={preview} />
      <ModelNotes preview={preview} />
      {isBelow && (
        <p className="ll-r-banner" data-tone="warn">
          {t(V.reasonNeeded)}
        </p>
      )}
      <div className="ll-st-reason">
        <label htmlFor={id}>{t(V.reason)}</label>
        <input
          id={id}
          className="ll-f-input"
          maxLength={255}
          value={reason}
          required={isBelow}
          placeholder={t(V.reasonHint)}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      {changed && <p className="ll-st-hint">{t(V.saveFirst)}</p>}
      <p className="ll-st-hint">{t(V.undoHint)}</p>
    </Dialog>
  )
}
