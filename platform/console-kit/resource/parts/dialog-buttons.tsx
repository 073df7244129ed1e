import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'

/** Cancel, and last the button that says what will be done. */
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
  /** Id of the form it submits; without one `onOk` runs. */
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
        // what destroys is not one Enter away
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
