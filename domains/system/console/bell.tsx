import { Icon, navigate, useFormat, useT } from '@lamplight/console-kit'
import './notice.css'
import { M } from './notice.messages.ts'
import { useUnread } from './use-notices.ts'

export const NOTICES_PATH = '/desk/notices'

/** Bell in the header with the number of unread notices, linked to them. */
export const Bell = () => {
  const t = useT()
  const { number } = useFormat()
  const count = useUnread()
  const label = count > 0 ? t(M.bell, { n: number(count) }) : t(M.bellNone)
  return (
    <button type="button" className="ll-bar__button ll-bell" aria-label={label} title={label} onClick={() => navigate(NOTICES_PATH)}>
      <Icon name="alarm" />
      {count > 0 && <b aria-hidden>{count > 99 ? '99+' : count}</b>}
    </button>
  )
}
