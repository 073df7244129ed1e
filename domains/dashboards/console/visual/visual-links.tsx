import { Link, notify, usePermission, useT } from '@lamplight/console-kit'
import { editHref, showHref } from './use-visual.ts'
import { V } from './visual.messages.ts'
import './visual.css'

interface Row {
  readonly id: string
  readonly status?: number | null
}
const Links = ({ row, className }: { readonly row: Row; readonly className?: string }) => {
  const t = useT()
  const mayEdit = usePermission('visual_board_edit')
  const look = className ? { className } : {}
  return (
    <span className="ll-visual-links">
      {mayEdit && (
        <Link to={editHref(row.id)} {...look}>
          {t(V.design)}
        </Link>
      )}
      {row.status === 1 && (
        <Link to={showHref(row.id)} {...look}>
          {t(V.view)}
        </Link>
      )}
    </span>
  )
}

/** Cell of the list of dashboards: the title of the version column, with links to the editor and the viewer. */
export const VisualVersionCell = ({ value, row }: { readonly value: number | null; readonly row: Row }) => (
  <span className="ll-visual-links">
    {value ?? 0}
    <Links row={row} />
  </span>
)

export const VisualTop = ({ row }: { readonly row: Row }) => <Links row={row} className="ll-button" />

/** Address of a shared dashboard with a copy button. */
export const ShareTop = ({ row }: { readonly row: { readonly shareCode?: string | null } }) => {
  const t = useT()
  if (!row.shareCode) return null
  const link = `${window.location.origin}/screen?code=${encodeURIComponent(row.shareCode)}`
  const copy = (): void => {
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => notify.success(V.copied),
      () => notify.warning(V.noCopy),
    )
  }
  return (
    <div className="ll-visual-link">
      <input className="ll-f-input" readOnly aria-label={t(V.link)} value={link} onFocus={(event) => event.target.select()} />
      <button type="button" className="ll-button" onClick={copy}>
        {t(V.copyLink)}
      </button>
    </div>
  )
}
