import type { MouseEvent, ReactNode } from 'react'
import { navigate } from '../../router/location.ts'

interface LinkProps {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  /** True for the link to the page that is shown. */
  readonly isCurrent?: boolean
  /** Runs after the page was opened here: what holds the link closes itself. */
  readonly onGo?: () => void
}

/** A link inside the console; a click with a modifier key opens a browser tab as usual. */
export const Link = ({ to, children, className, isCurrent, onGo }: LinkProps) => (
  <a
    className={className}
    href={to}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={(event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      navigate(to)
      onGo?.()
    }}
  >
    {children}
  </a>
)
