import type { Tone } from '@lamplight/kit'
import type { ReactNode } from 'react'

/** Each tone has its own shape, so that it is recognisable without colour: disc, ring, arc, triangle, dotted ring. */
const SHAPES: Readonly<Record<Tone, ReactNode>> = {
  good: <circle cx="7" cy="7" r="4.5" fill="currentColor" />,
  lit: (
    <>
      <circle cx="7" cy="7" r="6.5" fill="currentColor" opacity="0.25" />
      <circle cx="7" cy="7" r="4" fill="currentColor" />
    </>
  ),
  neutral: <circle cx="7" cy="7" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  busy: <path d="M7 2.5a4.5 4.5 0 1 1-4.5 4.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  warn: <path d="M7 1.8 12.2 7 7 12.2 1.8 7z" fill="currentColor" />,
  bad: <path d="M7 1.5 13 12H1z" fill="currentColor" />,
}

/** A state as an icon with a label, never as a colour alone. */
export const StateMark = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="ll-f-state" data-tone={tone}>
    <svg className="ll-f-state-mark" viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      {SHAPES[tone]}
    </svg>
    {children}
  </span>
)
