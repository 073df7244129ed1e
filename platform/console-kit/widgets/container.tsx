import type { ReactNode } from 'react'
import './container.css'

/** A box for content (rule.layout.container): height and corner radius in px; `block`: it takes the full width of a line. */
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
