import { Toast } from '@base-ui/react/toast'
import type { Text } from '@lamplight/kit'
import { type ReactNode, useEffect } from 'react'
import { useT } from '../i18n/use-t.ts'
import { type Notice, type NoticeKind, setNotify, wordsOf } from './notify.ts'
import './toasts.css'

const KINDS: Readonly<Record<NoticeKind, { readonly mark: string; readonly name: Text }>> = {
  success: { mark: '✓', name: ['成功', 'Done'] },
  info: { mark: 'i', name: ['提示', 'Note'] },
  warning: { mark: '!', name: ['注意', 'Attention'] },
  error: { mark: '×', name: ['出错', 'Error'] },
}
const CLOSE: Text = ['关闭', 'Close']
const REGION: Text = ['消息', 'Messages']
const MAX_TOASTS = 4
/** The library gives toasts the role dialog; ours are announcements. */
const NO_DIALOG = { 'aria-modal': undefined } as const
/** The library hides the button while toasts are stacked; ours are side by side. */
const SHOWN = { 'aria-hidden': undefined } as const

const manager = Toast.createToastManager<Notice>()
/** A notice replaces an older one with the same key. */
const show = (notice: Notice): void => {
  const title = notice.title && wordsOf(notice.title)
  manager.add({ id: notice.key, ...(title && { title }), description: wordsOf(notice.text), timeout: notice.ms, data: notice })
}

/** The words are looked up at each render, so that notices follow the language. */
const List = (): ReactNode => {
  const t = useT()
  return Toast.useToastManager<Notice>().toasts.map((toast) => {
    if (!toast.data) return null
    const { kind, action, key, title, text } = toast.data
    const { mark, name } = KINDS[kind]
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
        tabIndex={-1}
        {...NO_DIALOG}
        swipeDirection={['up', 'down', 'left', 'right']}
        className={`ll-toast ll-toast--${kind}`}
      >
        <span className="ll-toast__mark" aria-hidden="true">
          {mark}
        </span>
        <span className="ll-hidden">{t(name)}</span>
        <span className="ll-toast__text">
          {title && (
            <Toast.Title className="ll-toast__title" render={<strong />}>
              {wordsOf(title)}
            </Toast.Title>
          )}
          <Toast.Description render={<span />}>{wordsOf(text)}</Toast.Description>
        </span>
        {action && (
          <button
            type="button"
            className="ll-toast__action"
            onClick={() => {
              action.run()
              manager.close(key)
            }}
          >
            {wordsOf(action.label)}
          </button>
        )}
        <Toast.Close className="ll-toast__close" aria-label={t(CLOSE)} {...SHOWN}>
          ×
        </Toast.Close>
      </Toast.Root>
    )
  })
}

/**
 * Shows the notices, also above open dialogs. They stay while the pointer or focus is on them or the
 * window is hidden; F6 moves the focus to them.
 */
export const Toasts = (): ReactNode => {
  const t = useT()
  useEffect(() => setNotify(show), [])
  return (
    <Toast.Provider toastManager={manager} limit={MAX_TOASTS}>
      <Toast.Portal>
        {/* each toast has its own urgency */}
        <Toast.Viewport className="ll-toasts" aria-live="off" aria-label={t(REGION)}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
