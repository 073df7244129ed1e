import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from './icon.tsx'

const FOCUSABLE =
  'a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),textarea:not([disabled]),[tabindex]:not([tabindex="-1"])'
let open = 0

/** Is a panel over the page? Keys belong to it then. */
export const panelIsOpen = (): boolean => open > 0

const useModal = (): React.RefObject<HTMLDivElement | null> => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    open += 1
    document.body.style.overflow = 'hidden'
    const first =
      box.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      box.current?.querySelector<HTMLElement>('.ll-panel-body input, .ll-panel-body textarea')
    ;(first ?? box.current)?.focus()
    return () => {
      open -= 1
      if (open === 0) document.body.style.overflow = ''
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return box
}

/** Something asked over the page: a drawer at the side for forms, a dialog in the middle for questions. Esc and the veil call `onClose`. */
export const Panel = ({
  title,
  kind,
  onClose,
  footer,
  children,
}: {
  title: ReactNode
  kind: 'drawer' | 'dialog'
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}) => {
  const t = useT()
  const box = useModal()
  const titleId = useId()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Tab' || !box.current) return
    const all = [...box.current.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.offsetParent !== null)
    const edge = event.shiftKey ? all[0] : all.at(-1)
    if (document.activeElement === edge || document.activeElement === box.current) {
      event.preventDefault()
      ;(event.shiftKey ? all.at(-1) : all[0])?.focus()
    }
  }
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the veil is a convenience; Esc and the close button do the same
    <div
      className="ll-veil"
      data-kind={kind}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={onKeyDown}
    >
      <div ref={box} className="ll-panel" role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
        <header className="ll-panel-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="ll-button" data-look="quiet" aria-label={t(['关闭', 'Close'])} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div className="ll-panel-body">{children}</div>
        {footer && <footer className="ll-panel-foot">{footer}</footer>}
      </div>
    </div>,
    document.body,
  )
}
