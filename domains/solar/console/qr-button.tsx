import { Icon, notify, useFormat, useT } from '@lamplight/console-kit'
import { reach, type SlotProps } from '@lamplight/console-kit/resource'
import { lazy, Suspense, useState } from 'react'
import { S } from './solar.messages.ts'

const MOST = 200
const QrSheet = lazy(() => import('./qr-sheet.tsx').then((module) => ({ default: module.QrSheet })))

/** Button of the list that shows the QR labels of the selected lamps. */
export const QrButton = ({ selection }: SlotProps) => {
  const t = useT()
  const { number } = useFormat()
  const [open, setOpen] = useState(false)
  const count = reach(selection)
  const rows = selection.kind === 'rows' ? [...selection.rows.values()].map(({ row }) => row) : []
  const show = (): void => {
    if (count === 0) notify.warning(S.chooseRows)
    else if (rows.length === 0 || rows.length > MOST) notify.warning(t(S.chooseFewer, { n: number(MOST) }))
    else setOpen(true)
  }
  return (
    <>
      <button type="button" className="ll-button" onClick={show}>
        <Icon name="print" size={16} />
        {rows.length > 0 ? t(S.printQrN, { n: number(rows.length) }) : t(S.printQr)}
      </button>
      <Suspense>
        {open && (
          <QrSheet labels={rows.map(({ sn, name }) => ({ sn: String(sn), name: String(name ?? '') }))} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
