import { Icon, Link, useT } from '@lamplight/console-kit'
import { L } from './landing.messages.ts'

const PERSONAL = '/info/index'

/** Tells a user who has signed in with a simple password, once, beside the work instead of before it (rule.landing.simplepwd, decisions.md A29). */
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
