import { useCallback, useSyncExternalStore } from 'react'
import { tokenPx } from './tokens.ts'

/** Whether the window fits a media query, and every change of it. */
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

/** How large texts are drawn: 1, and more in a window as wide as a wall (base.css). For sizes that are told in px of the usual text. */
export const useBodyScale = (): number => (useMedia('(min-width: 3200px)') ? tokenPx('--ll-text-14') / 14 : 1)
