import { type ReactNode, useId, useRef } from 'react'
import { useGroundPress } from './ground-press.ts'
import { useModal } from './use-modal.ts'
import './button.css'
import './dialog.css'

interface Props {
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode
  readonly onClose: () => void
  readonly className?: string
  /** No press outside and no Esc: something would be lost. */
  readonly firm?: boolean
}

/** A modal dialog: focus stays inside and returns, Esc closes. It is open while it is rendered. Pop-ups that are put into the body (antd's) lie below it: give them a container inside. */
export const Dialog = ({ title, children, footer, onClose, className = '', firm = false }: Props): ReactNode => {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const ground = useGroundPress(() => !firm && onClose())
  useModal(element)
  return (
    <dialog
      ref={element}
      className={`ll-dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (!firm) onClose()
      }}
      {...ground}
    >
      <div className="ll-dialog__body">
        <h2 id={titleId}>{title}</h2>
        {children}
        {footer && <footer>{footer}</footer>}
      </div>
    </dialog>
  )
}
