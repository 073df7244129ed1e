import type { ReactNode } from 'react'
import { pathOf } from './icons.ts'

/** An icon of strokes in the colour of its text. It is decoration, hidden from screen readers: a text beside it gives its meaning. */
export const Icon = ({ name, size = 18 }: { readonly name: string; readonly size?: number }): ReactNode => (
  <svg
    className="ll-icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={pathOf(name)} />
  </svg>
)
