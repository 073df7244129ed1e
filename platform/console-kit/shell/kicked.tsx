import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useConnection } from '../live/use-live.ts'
import { endSession } from '../session/session.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { shellTexts as texts } from './shell.messages.ts'

/**
 * Dialog shown when another sign-in has ended this connection: its button signs out here
 * (rule.socket.kick). Signing in again returns to the page.
 */
export const Kicked = (): ReactNode => {
  const t = useT()
  if (useConnection().state !== 'kicked') return null
  const leave = (): void => endSession('expired')
  return (
    <Dialog
      firm
      title={t(texts.kickedTitle)}
      onClose={leave}
      footer={
        <button type="button" className="ll-button ll-button--primary" onClick={leave}>
          {t(texts.signInAgain)}
        </button>
      }
    >
      <p>{t(texts.kickedText)}</p>
    </Dialog>
  )
}
