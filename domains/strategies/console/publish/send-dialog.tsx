import { Dialog, isApiError, useT } from '@lamplight/console-kit'
import { DialogButtons } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { type ReactNode, useId, useState } from 'react'
import type { Published } from '../../server/publish/publication.ts'
import { V } from './preview.messages.ts'
import { PublishedNote } from './published.tsx'

interface Props {
  readonly title: string
  readonly ok: string
  readonly danger?: boolean
  /** The user must give a reason. */
  readonly needsReason?: boolean
  /** Why it cannot be sent now; empty if it can. */
  readonly refusal?: string
  /** Title of the result that the dialog shows after sending. Default: the strategy was sent. */
  readonly done?: Text
  /** Returns the publication. Null closes the dialog: the user saved without publishing. */
  readonly onSend: (reason: string) => Promise<Published | null>
  readonly onClose: () => void
  readonly children: ReactNode
  /** Below the reason. */
  readonly hints: ReactNode
}
/** Confirms a publication with a reason, sends it, and shows its record. */
export const SendDialog = ({ title, ok, danger, needsReason = false, refusal = '', done, onSend, onClose, children, hints }: Props) => {
  const t = useT()
  const id = useId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const [published, setPublished] = useState<Published | null>(null)
  const send = async (): Promise<void> => {
    const lacksReason = needsReason && !reason.trim()
    if (refusal || lacksReason) {
      setFailed(refusal || t(V.reasonNeeded))
      if (lacksReason) document.getElementById(id)?.focus()
      return
    }
    setBusy(true)
    setFailed('')
    try {
      const sent = await onSend(reason.trim())
      if (sent) setPublished(sent)
      else onClose()
    } catch (error) {
      setFailed(isApiError(error) ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
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
        <PublishedNote published={published} done={done} />
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      className="ll-st-dialog"
      firm={busy}
      onClose={onClose}
      footer={
        <DialogButtons danger={danger} busy={busy} focus={!needsReason && !danger} onCancel={onClose} onOk={() => void send()}>
          {ok}
        </DialogButtons>
      }
    >
      {failed && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {failed}
        </div>
      )}
      {children}
      <div className="ll-st-reason">
        <label htmlFor={id}>{t(V.reason)}</label>
        <input
          id={id}
          className="ll-f-input"
          maxLength={255}
          value={reason}
          required={needsReason}
          placeholder={t(V.reasonHint)}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      {hints}
    </Dialog>
  )
}
