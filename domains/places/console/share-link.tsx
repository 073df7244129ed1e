import { notify, useT } from '@lamplight/console-kit'
import { M } from './places.messages.ts'
import './places.css'

/** Address of the shared map with a copy button. */
export const ShareLink = ({ row }: { readonly row: { readonly shareCode?: string | null } }) => {
  const t = useT()
  if (!row.shareCode) return null
  const link = `${window.location.origin}/fastMap?code=${encodeURIComponent(row.shareCode)}`
  const copy = (): void => {
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => notify.success(M.copied),
      () => notify.warning(M.noCopy),
    )
  }
  return (
    <div className="ll-places-link">
      <input className="ll-f-input" readOnly aria-label={t(M.link)} value={link} onFocus={(event) => event.target.select()} />
      <button type="button" className="ll-button" onClick={copy}>
        {t(M.copyLink)}
      </button>
    </div>
  )
}
