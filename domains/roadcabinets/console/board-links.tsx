import { Link, useFormat, usePermission, useT } from '@lamplight/console-kit'
import './board.css'
import type { BoardKind } from '../model/board-content.ts'
import { M } from './roadcabinets.messages.ts'
import { editHref, viewHref } from './use-board.ts'

interface BoardRow {
  readonly id: string
  readonly kind?: number | null
}
const Links = ({ row, className }: { readonly row: BoardRow; readonly className?: string }) => {
  const t = useT()
  const mayEdit = usePermission('cabinet_board_edit')
  const board = { id: row.id, kind: (row.kind ?? 1) as BoardKind }
  return (
    <>
      <Link to={viewHref(board)} {...(className && { className })}>
        {t(M.view)}
      </Link>{' '}
      {mayEdit && (
        <Link to={editHref(board)} {...(className && { className })}>
          {t(M.editContent)}
        </Link>
      )}
    </>
  )
}

/** Cell of the list of boards: the version, and links to the pages of the board. */
export const BoardVersionCell = ({ value, row }: { readonly value: number | null; readonly row: BoardRow }) => {
  const { number } = useFormat()
  return (
    <span className="ll-board-version">
      {number(value)}
      <span>
        <Links row={row} />
      </span>
    </span>
  )
}

/** Links to the pages of a board, above its details. */
export const BoardTop = ({ row }: { readonly row: BoardRow }) => (
  <div className="ll-board-buttons">
    <Links row={row} className="ll-button" />
  </div>
)
