import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { onWaiting } from './notify.ts'

/** Delay after the start until the toasts are loaded even without a notice, ms: later the network may be down. */
const REST = 500
/** Delay after a failed load, ms. */
const AGAIN = 5000

/**
 * Loads the toasts with the first notice, or some time after the first screen. Notices wait until they are loaded. Only one load runs at a time:
 * a failed load itself makes a notice, which must not start the next.
 */
export const ToastHost = (): ReactNode => {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    let [busy, timer] = [false, 0]
    // Awaited, not chained: the build merges a chained `then` into the import, and the error of a style that does not load would not be caught.
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
