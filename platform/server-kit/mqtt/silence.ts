const EVERY_MS = 500

/** What is known of a connection that may fall silent. */
export interface Listened {
  /** Seconds between signs of life that the gateway promised; 0 promises nothing. */
  keepAlive: number
  /** Messages of it that wait for their commit: it is not read meanwhile, so that its silence is ours. */
  held: number
  /** When bytes of it were last read, in the time of the watch. */
  heardAt: number
}

/**
 * Ends connections that are silent for one and a half times what they promised (MQTT 3.1.1, 3.1.2.10). Its time goes on by no more than
 * half a second between two looks: after a stall of the whole process what has arrived meanwhile is read before anyone is called silent.
 * The timers of the broker's library know neither, and would end every connection at once.
 */
export const createSilenceWatch = (given: { all: () => Iterable<Listened>; silent: (connection: Listened) => void }) => {
  let time = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    time += Math.min(now - last, EVERY_MS)
    last = now
    for (const connection of given.all()) {
      if (connection.held > 0) connection.heardAt = time
      if (connection.keepAlive > 0 && time - connection.heardAt > connection.keepAlive * 1500) given.silent(connection)
    }
  }, EVERY_MS)
  return { now: (): number => time, stop: (): void => clearInterval(timer) }
}
