import { useSyncExternalStore } from 'react'

/** Below this the console is on a phone (breakpoint 768 of the specification). */
const PHONE = '(max-width: 767.9px)'

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(PHONE)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
export const usePhone = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(PHONE).matches,
    () => false,
  )
