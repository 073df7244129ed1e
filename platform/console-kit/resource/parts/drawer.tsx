import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Icon } from '../../widgets/icon.tsx'

/** A drawer with a form at the side of its page; its buttons stay visible. */
export const Drawer = (props: { title: ReactNode; footer?: ReactNode; firm?: boolean; onClose: () => void; children: ReactNode }) => {
  const t = useT()
  const { children, ...rest } = props
  return (
    <Dialog className="ll-r-drawer" {...rest}>
      <div className="ll-r-drawer-body">{children}</div>
      {/* after the body, so that the first field gets the focus */}
      <button type="button" className="ll-button ll-r-quiet ll-r-drawer-close" aria-label={t(['关闭', 'Close'])} onClick={props.onClose}>
        <Icon name="close" size={16} />
      </button>
    </Dialog>
  )
}
