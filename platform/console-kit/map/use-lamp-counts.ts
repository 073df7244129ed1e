import { useCallback, useSyncExternalStore } from 'react'
import type { LampCounts, LampStore } from './lamp-store.ts'

/** Numbers a person reads need not change more often. */
const EVERY_MS = 200

/** The counts by state: at once when lamps are loaded, then at most five times a second. */
export const useLampCounts = (store: LampStore): LampCounts => {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = store.subscribe(({ kind }) => {
        if (kind === 'load') return listener()
        timer ??= setTimeout(() => {
          timer = undefined
          listener()
        }, EVERY_MS)
      })
      return () => {
        stop()
        clearTimeout(timer)
      }
    },
    [store],
  )
  return useSyncExternalStore(subscribe, store.counts)
}
