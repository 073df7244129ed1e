import { hasPage, Icon, Link, takeSimple, useT, useUser } from '@lamplight/console-kit'
import { useEffect, useState } from 'react'
import { L } from './landing.messages.ts'
import './simple-password.css'

const PERSONAL = '/info/index'

/** Whether the user has just signed in with a simple password: true once for each sign-in, if the page to change it can be opened. */
export const useSimplePassword = (asks = true): { readonly simple: boolean; readonly forget: () => void } => {
  const userId = useUser()?.userId
  const [simple, setSimple] = useState(false)
  useEffect(() => {
    if (asks && userId && hasPage(PERSONAL) && takeSimple(userId)) setSimple(true)
  }, [userId, asks])
  return { simple, forget: () => setSimple(false) }
}

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
