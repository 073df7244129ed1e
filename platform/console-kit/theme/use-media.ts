import { useCallback, useSyncExternalStore } from 'react'
import { tokenPx } from './tokens.ts'

/** Returns whether the window matches a media query, and renders again when that changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        const media = window.matchMedia(query)
        media.addEventListener('change', listener)
        return () => media.removeEventListener('change', listener)
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
    () => false,
  )

/** Returns the scale of texts: 1, and more on windows from 3200 px (base.css). For sizes that are given in px of normal text. */
export const useBodyScale = (): number => (useMedia('(min-width: 3200px)') ? tokenPx('--ll-text-14') / 14 : 1)
