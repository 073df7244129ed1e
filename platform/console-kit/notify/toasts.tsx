import type { Text } from '@lamplight/kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { type Notice, type NoticeKind, setNotify } from './notify.ts'
import './toasts.css'

const KINDS: Readonly<Record<NoticeKind, { readonly mark: string; readonly name: Text }>> = {
  success: { mark: '✓', name: ['成功', 'Done'] },
  info: { mark: 'i', name: ['提示', 'Note'] },
  warning: { mark: '!', name: ['注意', 'Attention'] },
  error: { mark: '×', name: ['出错', 'Error'] },
}
const CLOSE: Text = ['关闭', 'Close']
const MOST = 4

const Toast = ({ notice, onGone }: { notice: Notice; onGone: () => void }): ReactNode => {
  const t = useT()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || notice.ms === 0) return
    const timer = setTimeout(onGone, notice.ms)
    return () => clearTimeout(timer)
  }, [held, notice, onGone])
  const { mark, name } = KINDS[notice.kind]
  const urgent = notice.kind === 'error' || notice.kind === 'warning'
  return (
    <div
      className={`ll-toast ll-toast--${notice.kind}`}
      role={urgent ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span className="ll-toast__mark" aria-hidden="true">
        {mark}
      </span>
      <span className="ll-hidden">{t(name)}</span>
      <span className="ll-toast__text">{notice.text}</span>
      {notice.action && (
        <button
          type="button"
          className="ll-toast__action"
          onClick={() => {
            notice.action?.run()
            onGone()
          }}
        >
          {notice.action.label}
        </button>
      )}
      <button type="button" className="ll-toast__close" aria-label={t(CLOSE)} onClick={onGone}>
        ×
      </button>
    </div>
  )
}

/** Shows the notices, above open dialogs too; the newest of one key replaces the older. */
export const Toasts = (): ReactNode => {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => setNotify((notice) => setNotices((old) => [...old.filter((one) => one.key !== notice.key), notice].slice(-MOST))), [])
  useEffect(() => {
    const element = host.current
    if (!element?.showPopover) return
    // Shown anew so that it comes to lie above a dialog that opened meanwhile.
    if (element.matches(':popover-open')) element.hidePopover()
    if (notices.length > 0) element.showPopover()
  }, [notices])
  return (
    <div ref={host} className="ll-toasts" popover="manual">
      {notices.map((notice) => (
        <Toast key={notice.key} notice={notice} onGone={() => setNotices((old) => old.filter((one) => one !== notice))} />
      ))}
    </div>
  )
}
