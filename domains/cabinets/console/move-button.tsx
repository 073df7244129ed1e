import { Icon, notify, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { type SlotProps, selectedCount } from '@lamplight/console-kit/resource'
import { lazy, Suspense, useState } from 'react'
import { COUNTED, type Moved, V } from './move.messages.ts'

const MAX_ROWS = 1000
const MoveDialog = lazy(async () => ({ default: (await import('./move.dialog.tsx')).MoveDialog }))

/** Button of the list of lamps or controllers that moves the selected rows to another loop, area, project or gateway. */
export const MoveButton = ({ selection, clear, what }: SlotProps & { readonly what: Moved }) => {
  const t = useT()
  const { number } = useFormat()
  const [open, setOpen] = useState(false)
  if (!usePermission('lamp_edit')) return null
  const ids = selection.kind === 'rows' ? [...selection.rows.values()].map(({ row }) => String(row.id)) : []
  const show = (): void => {
    if (selectedCount(selection) === 0) notify.warning(V.chooseRows)
    else if (ids.length === 0 || ids.length > MAX_ROWS) notify.warning(t(V.chooseFewer, { n: number(MAX_ROWS) }))
    else setOpen(true)
  }
  return (
    <>
      <button type="button" className="ll-button" onClick={show}>
        <Icon name="arrowRight" size={16} />
        {ids.length > 0 ? t(COUNTED[what].moveN, { n: number(ids.length) }) : t(V.move)}
      </button>
      <Suspense>
        {open && (
          <MoveDialog
            what={what}
            ids={ids}
            onClose={(moved) => {
              setOpen(false)
              if (moved) clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
