import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'

/** Cancel, and a button with the name of the action. */
export const DialogButtons = ({
  form,
  danger = false,
  busy,
  focus = false,
  onCancel,
  onOk,
  note,
  children,
}: {
  /** Id of the form that it submits; without it `onOk` runs. */
  form?: string
  danger?: boolean
  busy: boolean
  focus?: boolean
  onCancel: () => void
  onOk?: () => void
  note?: ReactNode
  children: ReactNode
}) => {
  const t = useT()
  return (
    <>
      {note && <span className="ll-r-dialog-note">{note}</span>}
      <button type="button" className="ll-button" disabled={busy} onClick={onCancel}>
        {t(['取消', 'Cancel'])}
      </button>
      <button
        type={form ? 'submit' : 'button'}
        form={form}
        className={`ll-button ll-button--${danger ? 'danger' : 'primary'}`}
        // a destructive button does not get the focus, so that Enter does not trigger it
        data-autofocus={(focus && !danger) || undefined}
        disabled={busy}
        aria-busy={busy}
        onClick={onOk}
      >
        {children}
      </button>
    </>
  )
}
