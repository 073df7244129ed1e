import type { Text } from '@lamplight/kit'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { confirmLogout } from '../session/ask-logout.ts'
import { useBrand } from '../session/brand.ts'
import { fitsLock, locked, unlock } from '../session/lock.ts'
import { useUser } from '../session/menus.ts'
import { useStateOf } from '../state/state.ts'
import { isFramed } from '../storage/storage.ts'
import { ConfirmHost } from '../widgets/confirm.tsx'
import { Logo } from '../widgets/logo.tsx'
import './lock.css'

const TITLE: Text = ['屏幕已锁定', 'Screen locked']
const PASSWORD: Text = ['锁屏密码', 'Lock password']
const HINT: Text = ['请输入锁屏密码', 'Enter the lock password']
const WRONG: Text = ['解锁密码错误,请重新输入', 'Wrong lock password. Try again.']
const OPEN: Text = ['解锁', 'Unlock']
const OPENING: Text = ['正在解锁…', 'Unlocking…']
const LOGOUT: Text = ['退出系统', 'Sign out']

/** Time of the shake animation, and pause before the screen opens, ms (wire-contract.md 8). */
const SHAKE_MS = 1000
const OPEN_MS = 1000

/** The lock page: the lock password returns to the page that was shown before (pub.lock). Without a lock it returns there at once. */
export const LockPage = (): ReactNode => {
  const t = useT()
  const brand = useBrand()
  const who = useUser()
  const isLocked = useStateOf(locked)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState(false)
  const [shaking, setShaking] = useState(false)
  const [opening, setOpening] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    document.title = t(TITLE)
  }, [t])
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (!isLocked) unlock()
  }, [isLocked])
  useEffect(() => {
    const timer = shaking ? setTimeout(() => setShaking(false), SHAKE_MS) : opening ? setTimeout(unlock, OPEN_MS) : undefined
    return () => clearTimeout(timer)
  }, [shaking, opening])

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (opening) return
    if (fitsLock(password)) {
      setOpening(true)
      return
    }
    setWrong(true)
    setShaking(true)
    setPassword('')
    input.current?.focus()
  }
  return (
    <main className="ll-lock">
      <form className={`ll-lock__form${shaking ? ' ll-lock__form--wrong' : ''}`} onSubmit={submit} noValidate>
        <Logo size={44} src={brand.logo} />
        <h1>{t(TITLE)}</h1>
        <p>{who?.name}</p>
        <label htmlFor={id} className="ll-hidden">
          {t(PASSWORD)}
        </label>
        <input
          ref={input}
          id={id}
          type="password"
          autoComplete="off"
          placeholder={t(HINT)}
          value={password}
          aria-invalid={wrong}
          aria-describedby={`${id}-wrong`}
          onChange={(event) => {
            setPassword(event.target.value)
            setWrong(false)
          }}
        />
        <div id={`${id}-wrong`} role="alert" className="ll-lock__wrong">
          {wrong && t(WRONG)}
        </div>
        <button type="submit" className="ll-button ll-button--primary" aria-disabled={opening}>
          {t(opening ? OPENING : OPEN)}
        </button>
        {!isFramed() && (
          <button type="button" className="ll-button ll-button--on-chrome" onClick={() => void confirmLogout()}>
            {t(LOGOUT)}
          </button>
        )}
      </form>
      <ConfirmHost />
    </main>
  )
}
