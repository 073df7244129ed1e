import { Icon, usePermission, useT } from '@lamplight/console-kit'
import type { FormEndProps } from '@lamplight/console-kit/resource'
import { viewOf } from '@lamplight/fields/view'
import { lazy, Suspense, useState } from 'react'
import { MOVES, type MoveKind } from '../model/move.ts'
import './cabinets.css'
import { type Moved, V } from './move.messages.ts'

const MoveDialog = lazy(async () => ({ default: (await import('./move.dialog.tsx')).MoveDialog }))
const KINDS: Readonly<Record<Moved, readonly MoveKind[]>> = { lampIds: ['project', 'area'], controllerIds: ['gateway', 'project', 'area'] }

/** Shows the places of a lamp or controller in its form, with a button for the move dialog. The dialog lists what changes before the move. */
export const MovePlaces = ({ id, wire, what }: FormEndProps & { readonly id: string; readonly what: Moved }) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const may = usePermission('lamp_edit')
  return (
    <fieldset className="ll-r-section ll-cabinets-places">
      <legend>{t(V.places)}</legend>
      <dl className="ll-r-facts">
        {KINDS[what].map((kind) => {
          const { Cell } = viewOf(MOVES[kind])
          return (
            <div key={kind}>
              <dt>{t(MOVES[kind].options.label)}</dt>
              <dd>
                <Cell value={wire[`${kind}Id`] ?? null} name={`${kind}Id`} options={MOVES[kind].options} wire={wire} />
              </dd>
            </div>
          )
        })}
      </dl>
      {may && (
        <button type="button" className="ll-button" onClick={() => setOpen(true)}>
          <Icon name="arrowRight" size={16} />
          {t(V.moveOther)}
        </button>
      )}
      <Suspense>{open && <MoveDialog what={what} ids={[id]} onClose={() => setOpen(false)} />}</Suspense>
    </fieldset>
  )
}
