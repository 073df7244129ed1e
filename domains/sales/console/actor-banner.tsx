import { signInAsSelf, useActor, useT, useUser } from '@lamplight/console-kit'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { M } from './sales.messages.ts'
import './sales.css'
import { USERS_PATH } from '../model/paths.ts'

/**
 * Banner on every page while a salesperson is signed in as another user: that user's name, and a
 * button that returns to the salesperson's session.
 */
export const ActorBanner = () => {
  const t = useT()
  const actor = useActor()
  const user = useUser()
  const [busy, setBusy] = useState(false)
  if (!actor || !user) return null
  const back = (): void => {
    setBusy(true)
    void signInAsSelf().then(() => window.location.assign(USERS_PATH))
  }
  return createPortal(
    <div className="ll-sales-actor" role="status">
      <span>{t(M.actingAs, { name: user.name, tenant: user.tenantId })}</span>
      <button type="button" className="ll-button ll-button--primary" disabled={busy} onClick={back}>
        {t(M.back, { name: actor.name })}
      </button>
    </div>,
    document.body,
  )
}
