import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { onWaiting } from './notify.ts'

/** Rest after the start until the toasts are fetched even though there is nothing to show, ms: later the network may be gone. */
const REST = 500
/** Rest after a fetch that failed, ms. */
const AGAIN = 5000

/**
 * Fetches the toasts with the first notice, or when the first screen has had its time. Notices wait until they are there. One fetch at a time: a
 * failed fetch is itself told by a notice, which must not start the next.
 */
export const ToastHost = (): ReactNode => {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    let [busy, timer] = [false, 0]
    // Awaited, not chained: the build takes a chained `then` into the import, and a style that does not come would be caught by nobody.
    const load = async (): Promise<void> => {
      if (busy) return
      busy = true
      try {
        const module = await import('./toasts.tsx')
        setToasts(() => module.Toasts)
      } catch {
        timer = window.setTimeout(() => {
          busy = false
          void load()
        }, AGAIN)
      }
    }
    timer = window.setTimeout(() => void load(), REST)
    const stop = onWaiting(() => void load())
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return Toasts && <Toasts />
}
