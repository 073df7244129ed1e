import { useEffect } from 'react'

/** Hour of the day at which walls load the page again. */
const HOUR = 4
const RETRY_MS = 600_000

const untilNext = (now: Date): number => {
  const next = new Date(now)
  next.setHours(HOUR, 0, 0, 0)
  if (next <= now) next.setDate(next.getDate() + 1)
  return next.getTime() - now.getTime()
}

/**
 * Loads the page again each day at 04:00, so that a wall gets new versions of the console and returns memory. Without a connection it waits: the old page
 * stays. The address and the session hold what the page shows.
 */
export const useDailyReload = (active: boolean): void => {
  useEffect(() => {
    if (!active) return undefined
    const reload = async (): Promise<void> => {
      const answers = await fetch('/api/health').then(
        ({ ok }) => ok,
        () => false,
      )
      if (answers) window.location.reload()
      else timer = setTimeout(() => void reload(), RETRY_MS)
    }
    let timer = setTimeout(() => void reload(), untilNext(new Date()))
    return () => clearTimeout(timer)
  }, [active])
}
