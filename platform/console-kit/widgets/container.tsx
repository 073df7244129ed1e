import type { ReactNode } from 'react'
import './container.css'

/** A box that content stands in (rule.layout.container): its height and the radius of its corners in px; `block`: it takes a line of its own. */
export const Container = ({
  height = 400,
  radius = 10,
  background = 'var(--ll-surface)',
  block = false,
  children,
}: {
  readonly height?: number
  readonly radius?: number
  readonly background?: string
  readonly block?: boolean
  readonly children: ReactNode
}): ReactNode => (
  <section className="ll-container" data-block={block || undefined} style={{ height, borderRadius: radius, background }}>
    {children}
  </section>
)
