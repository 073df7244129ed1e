import type { ReactNode } from 'react'

const PATHS: Readonly<Record<string, ReactNode>> = {
  plus: <path d="M8 3v10M3 8h10" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3 3" />
    </>
  ),
  refresh: <path d="M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3" />,
  columns: <path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10" />,
  rows: <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />,
  rowsTight: <path d="M2.5 3h11M2.5 6.3h11M2.5 9.6h11M2.5 13h11" />,
  more: (
    <>
      <circle cx="3.5" cy="8" r=".9" fill="currentColor" />
      <circle cx="8" cy="8" r=".9" fill="currentColor" />
      <circle cx="12.5" cy="8" r=".9" fill="currentColor" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  down: <path d="m4 6 4 4 4-4" />,
  right: <path d="m6 4 4 4-4 4" />,
  left: <path d="m10 4-4 4 4 4" />,
  upload: <path d="M8 10.5V2.8M4.8 5.8 8 2.6l3.2 3.2M2.8 10.5v2.7h10.4v-2.7" />,
  download: <path d="M8 2.5v7.7M4.8 7.2 8 10.4l3.2-3.2M2.8 10.5v2.7h10.4v-2.7" />,
  warn: <path d="M8 2.2 14.3 13H1.7zM8 6.5v3M8 11.2v.3" />,
  empty: <path d="M2.5 8.5 4.5 3h7l2 5.5v4.5h-11zM2.5 8.5h3.3l.8 1.7h2.8l.8-1.7h3.3" />,
  sortUp: <path d="M8 13V3M4.5 6.5 8 3l3.5 3.5" />,
  sortDown: <path d="M8 3v10M4.5 9.5 8 13l3.5-3.5" />,
}
export type IconName = keyof typeof PATHS & string

/** A line drawing in the text's colour; what stands beside it says the same in words. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    className="ll-icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {PATHS[name]}
  </svg>
)
