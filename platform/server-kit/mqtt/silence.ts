const EVERY_MS = 500

/** State of a connection for the watch over its keep-alive. */
export interface Listened {
  /** Keep-alive of the gateway, seconds; 0: none. */
  keepAlive: number
  /** Number of its messages that wait for their commit: the socket is not read meanwhile, so its silence does not count. */
  held: number
  /** When bytes were last read from it, in the watch's own time, ms. */
  seenAt: number
}

/**
 * Ends connections that are silent for one and a half times their keep-alive (MQTT 3.1.1, 3.1.2.10). The watch's time advances by at most half a
 * second between two checks: after a stall of the process the bytes that arrived meanwhile are read before a connection counts as silent. The
 * library's own timers would end every connection after a stall.
 */
export const createSilenceWatch = (options: { all: () => Iterable<Listened>; silent: (connection: Listened) => void }) => {
  let time = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    time += Math.min(now - last, EVERY_MS)
    last = now
    for (const connection of options.all()) {
      if (connection.held > 0) connection.seenAt = time
      if (connection.keepAlive > 0 && time - connection.seenAt > connection.keepAlive * 1500) options.silent(connection)
    }
  }, EVERY_MS)
  return { now: (): number => time, stop: (): void => clearInterval(timer) }
}
