import { api, Dialog } from '@lamplight/console-kit'
import { DialogButtons, invalidate } from '@lamplight/console-kit/resource'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import '../devices.css'

interface Props<T> {
  readonly title: string
  readonly text: string
  readonly ok: string
  readonly danger?: boolean
  readonly path: string
  /** Returns the body of the call, or the message for an incomplete form. */
  readonly body: () => object | string
  readonly onDone: (answer: T) => void
  readonly onClose: () => void
  readonly children: (form: string, wrong: string) => ReactNode
}

/** Dialog for one maintenance step: a text that explains it, inputs, and a button that does it. */
export const DeviceStepDialog = <T,>({ title, text, ok, danger = false, path, body, onDone, onClose, children }: Props<T>) => {
  const form = useId()
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const sent = body()
    if (typeof sent === 'string') return setWrong(sent)
    setBusy(true)
    try {
      onDone(await api.post<T>(`blade-device/deviceManage/${path}`, { body: sent, quiet: true }))
      void invalidate('devices.register')
    } catch (thrown) {
      setWrong((thrown as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      firm={busy}
      onClose={onClose}
      footer={
        <DialogButtons form={form} danger={danger} busy={busy} onCancel={onClose}>
          {ok}
        </DialogButtons>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void send(event)} onChange={() => setWrong('')}>
        <p className="ll-devices-note">{text}</p>
        {children(form, wrong)}
        {wrong && (
          <p className="ll-r-field-error" role="alert">
            {wrong}
          </p>
        )}
      </form>
    </Dialog>
  )
}
