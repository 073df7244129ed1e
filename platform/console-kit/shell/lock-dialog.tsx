import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { lock } from '../session/lock.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { shellTexts as texts } from './shell.messages.ts'

/** Dialog that asks for the lock password and then locks the screen (rule.lock.dialog). */
export const LockDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const t = useT()
  const id = useId()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (password === '') {
      setWrong(true)
      return
    }
    onClose()
    lock(password)
  }
  return (
    <Dialog title={t(texts.lockTitle)} onClose={onClose}>
      <form className="ll-lock-ask" noValidate onSubmit={submit}>
        <label htmlFor={id}>{t(texts.lockPassword)}</label>
        <input
          id={id}
          type="password"
          autoComplete="new-password"
          placeholder={t(texts.lockHint)}
          value={password}
          aria-invalid={wrong}
          aria-describedby={`${id}-wrong`}
          onChange={(event) => {
            setPassword(event.target.value)
            setWrong(false)
          }}
        />
        <div id={`${id}-wrong`} role="alert">
          {wrong && t(texts.lockEmpty)}
        </div>
        <p>{t(texts.lockAbout)}</p>
        <footer>
          <button type="button" className="ll-button" onClick={onClose}>
            {t(texts.cancel)}
          </button>
          <button type="submit" className="ll-button ll-button--primary">
            {t(texts.lock)}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
