import type { Platform } from '@lamplight/server-kit'

/** Runs `work` now and then, one at a time; what it throws is logged once until it works again. */
export const every = (platform: Platform, what: string, ms: number, work: () => Promise<unknown>) => {
  let running: Promise<void> | undefined
  let failing = false
  const run = (): void => {
    running ??= work()
      .then(
        () => {
          failing = false
        },
        (thrown: unknown) => {
          if (!failing) platform.log.warn(what, { why: String(thrown) })
          failing = true
        },
      )
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, ms)
  return async (): Promise<void> => {
    clearInterval(timer)
    await running
  }
}
