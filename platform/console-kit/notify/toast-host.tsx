import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { onWaiting } from './notify.ts'

/** Rest after the start until the toasts are fetched even though there is nothing to show, ms: later the network may be gone. */
const REST = 2000

/** Fetches the toasts with the first notice, or when the first screen has had its time. Notices wait until they are there. */
export const ToastHost = (): ReactNode => {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    // What does not come is asked for again with the next notice.
    const load = (): void =>
      void import('./toasts.tsx').then(
        (module) => setToasts(() => module.Toasts),
        () => undefined,
      )
    const timer = setTimeout(load, REST)
    const stop = onWaiting(load)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return Toasts && <Toasts />
}
