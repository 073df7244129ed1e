import type { ReactNode } from 'react'

export interface MenuEntry {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: string
  /** Set if the entry is one of several choices. */
  readonly checked?: boolean
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Shown after the label in a weaker colour. */
  readonly note?: ReactNode
  readonly run: () => void
}
