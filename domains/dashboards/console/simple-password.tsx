import { Icon, Link, useT } from '@lamplight/console-kit'
import { L } from './landing.messages.ts'

const PERSONAL = '/info/index'

/**
 * Asks a user who signed in with a simple password to change it. It is a line on the page, not a dialog, so that it does not interrupt the
 * work (rule.landing.simplepwd, decisions.md A29).
 */
export const SimplePassword = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useT()
  return (
    <div className="ll-home-password" role="status" aria-label={t(L.simpleTitle)}>
      <Icon name="lock" size={16} />
      <p>{t(L.simple)}</p>
      <Link to={PERSONAL} className="ll-button">
        {t(L.change)}
      </Link>
      <button type="button" className="ll-button" onClick={onClose}>
        {t(L.later)}
      </button>
    </div>
  )
}
