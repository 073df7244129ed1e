import { useCallback, useSyncExternalStore } from 'react'
import type { LampCounts, LampStore } from './lamp-store.ts'

/** Shortest interval between two updates of shown numbers, ms. */
const EVERY_MS = 200

/** Counts by state: updated at once when lamps are loaded, then at most five times a second. */
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
