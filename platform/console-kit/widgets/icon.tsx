import type { ReactNode } from 'react'
import { pathOf } from './icons.ts'

/** A stroke icon in the colour of its text. Decoration: what it stands for is said beside it. */
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
