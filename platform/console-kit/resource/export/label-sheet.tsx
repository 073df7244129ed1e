import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Icon } from '../../widgets/icon.tsx'
import { Qr } from '../../widgets/qr.tsx'
import './label-sheet.css'
import type { QrLabel } from './labels.ts'

/** QR labels to print and cut out. */
export const LabelSheet = ({ labels, onClose }: { readonly labels: readonly QrLabel[]; readonly onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog title={t(['二维码标签', 'QR labels'])} onClose={onClose}>
      {/* The button gets the focus, so it stands first: below the labels it would scroll them out of sight. */}
      <p>
        <button type="button" className="ll-button ll-button--primary" onClick={() => window.print()}>
          <Icon name="print" size={16} />
          {t(['打印', 'Print'])}
        </button>{' '}
        <button type="button" className="ll-button" onClick={onClose}>
          {t(['关闭', 'Close'])}
        </button>
      </p>
      <div className="ll-label-sheet">
        {labels.map(({ address, sn, name }) => (
          <figure key={sn}>
            <Qr text={address} label={sn} />
            <figcaption>
              <b>{sn}</b>
              <span>{name}</span>
              <small>{t(['扫码查看设备', 'Scan to see the device'])}</small>
            </figcaption>
          </figure>
        ))}
      </div>
    </Dialog>
  )
}
