import { tokenPx } from '@lamplight/console-kit'
import { useSyncExternalStore } from 'react'

const QUERY = '(min-width: 3200px)'
const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(QUERY)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Scale of texts: 1, and more on 4K. For pictures that are drawn in px of normal text. */
export const useScale = (): number => {
  const isLarge = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  )
  return isLarge ? tokenPx('--ll-text-14') / 14 : 1
}
