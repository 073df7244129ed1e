import { type ReactNode, useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { C } from './canvas.messages.ts'
import './canvas-page.css'

/** Bar of a canvas: its title, a line about it, and buttons. */
export const CanvasBar = ({
  title,
  about,
  children,
}: {
  readonly title?: string | undefined
  readonly about?: ReactNode
  readonly children: ReactNode
}) => (
  <header className="ll-canvas-bar">
    {title && <h1>{title}</h1>}
    {about && <div className="ll-canvas-note">{about}</div>}
    <span className="ll-canvas-space" />
    {children}
  </header>
)

/** Page that shows a canvas. `actions`: buttons beside that for the full screen. `bare`: the full screen has no bar. */
export const CanvasPage = ({
  title,
  about,
  actions,
  bare = false,
  children,
}: {
  readonly title?: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly bare?: boolean
  readonly children: ReactNode
}) => {
  const t = useT()
  const page = useRef<HTMLDivElement>(null)
  return (
    <div className="ll-canvas-page" data-bare={bare || undefined} ref={page}>
      <CanvasBar title={title} about={about}>
        <button type="button" className="ll-button" onClick={() => void page.current?.requestFullscreen()}>
          {t(C.fullscreen)}
        </button>
        {actions}
      </CanvasBar>
      {children}
    </div>
  )
}
