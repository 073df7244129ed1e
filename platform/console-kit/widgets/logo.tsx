import type { ReactNode } from 'react'
import './logo.css'

/** The logo: a street lamp and its light, or the picture `src` of a tenant. */
export const Logo = ({ size = 28, src = null }: { readonly size?: number; readonly src?: string | null }): ReactNode =>
  src ? <img className="ll-logo" height={size} src={src} alt="" /> : <Mark size={size} />

const Mark = ({ size }: { readonly size: number }): ReactNode => (
  <svg className="ll-logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect className="ll-logo__ground" width="32" height="32" rx="8" />
    <path className="ll-logo__light" d="M17.5 11h9L31 27H13Z" />
    <path className="ll-logo__post" d="M8 27V11.5C8 8 10 6.5 13 6.5h6.5" />
    <path className="ll-logo__head" d="M17 8.8c0-2.5 2-3.8 4.8-3.8s5.2 1.3 5.2 3.8Z" />
  </svg>
)
