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
  /** Neither Esc nor a press outside closes the dialog, because something would be lost. */
  readonly firm?: boolean
}

/**
 * A modal dialog, open while it is rendered. The focus goes to the element with `data-autofocus`, else to the first control, stays inside and
 * returns to the element that had it before. Esc and a press outside close the dialog.
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
