import type { Platform } from '@lamplight/server-kit'

/** Runs `work` every `ms`, never twice at the same time. Logs the first of several consecutive failures. Returns a function that stops it. */
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
