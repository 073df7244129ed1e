import { Dialog, Qr, useT } from '@lamplight/console-kit'
import './solar.css'
import { S } from './solar.messages.ts'

interface Label {
  readonly sn: string
  readonly name: string
}
/** The text of a sticker: the public page of the lamp. */
const addressOf = (sn: string): string => `${window.location.origin}/sunDevDetail?sn=${encodeURIComponent(sn)}`

/** QR labels of lamps, to print and cut out. */
export const QrSheet = ({ labels, onClose }: { readonly labels: readonly Label[]; readonly onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog
      title={t(S.sheet)}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ll-button" onClick={onClose}>
            {t(S.close)}
          </button>
          <button type="button" className="ll-button ll-button--primary" onClick={() => window.print()}>
            {t(S.print)}
          </button>
        </>
      }
    >
      <div className="ll-solar-sheet">
        {labels.map(({ sn, name }) => (
          <figure key={sn}>
            <Qr text={addressOf(sn)} label={sn} />
            <figcaption>
              <b>{sn}</b>
              <span>{name}</span>
              <small>{t(S.scanHint)}</small>
            </figcaption>
          </figure>
        ))}
      </div>
    </Dialog>
  )
}
