import { type ReactNode, useState } from 'react'
import { Dialog } from '../../widgets/dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

/** Dialog that asks for confirmation, calls the server and shows a result that is visible only once, such as a secret. */
export const MakeDialog = <T,>({
  title,
  ok,
  danger = false,
  props: { submit, close },
  made,
  children,
}: {
  title: string
  ok: string
  danger?: boolean
  props: { readonly submit: (input: Record<never, never>) => Promise<unknown>; readonly close: () => void }
  /** Returns the dialog that replaces the confirmation. */
  made: (answer: T) => ReactNode
  children: ReactNode
}) => {
  const [answer, setAnswer] = useState<T | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const make = (): void => {
    setBusy(true)
    setFailed('')
    submit({})
      .then((answered) => setAnswer(answered as T))
      .catch((thrown: Error) => setFailed(thrown.message))
      .finally(() => setBusy(false))
  }
  if (answer) return made(answer)
  return (
    <Dialog
      title={title}
      firm={busy}
      onClose={close}
      footer={
        <DialogButtons danger={danger} focus busy={busy} onCancel={close} onOk={make}>
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
    </Dialog>
  )
}
