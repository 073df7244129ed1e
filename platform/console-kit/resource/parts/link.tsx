import type { MouseEvent, ReactNode } from 'react'
import { navigate } from '../../router/location.ts'

/** A link inside the console; a click with a modifier key opens a browser tab as usual. */
export const Link = ({ to, children, className }: { to: string; children: ReactNode; className?: string }) => (
  <a
    className={className}
    href={to}
    onClick={(event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      navigate(to)
    }}
  >
    {children}
  </a>
)
