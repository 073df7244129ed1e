import { type ReactNode, Suspense } from 'react'
import './button.css'
import './dialog.css'
import { Modal, ModalTitle } from './load-overlays.ts'

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

/**
 * A modal dialog, open while it is rendered: the focus goes to what is marked `data-autofocus`, else to the first control, stays inside and
 * returns to what had it before; Esc and a press outside close it.
 */
export const Dialog = ({ title, children, footer, onClose, className = '', firm = false }: Props): ReactNode => (
  <Suspense>
    <Modal className={`ll-dialog ${className}`} firm={firm} onClose={onClose}>
      <div className="ll-dialog__body">
        <ModalTitle>{title}</ModalTitle>
        {children}
        {footer && <footer>{footer}</footer>}
      </div>
    </Modal>
  </Suspense>
)
