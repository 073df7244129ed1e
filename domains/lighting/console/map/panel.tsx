import { Icon } from '@lamplight/console-kit'
import type { ReactNode } from 'react'

/** Panel beside the map with a title, a close button and content. */
export const Panel = ({
  title,
  kind,
  closeLabel,
  onClose,
  children,
  ...data
}: {
  readonly title: string
  readonly kind: 'dim' | 'run' | 'card' | 'areas'
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly [data: `data-${string}`]: string | number | undefined
}) => (
  <section className={`ll-city-panel ll-city-${kind}`} aria-label={title} {...data}>
    <header>
      <h2>{title}</h2>
      <button type="button" className="ll-city-close" title={closeLabel} aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
    </header>
    {children}
  </section>
)
