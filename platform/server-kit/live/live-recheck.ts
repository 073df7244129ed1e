import type { User } from '../context-types.ts'
import type { Log } from '../platform-types.ts'

/** The sessions of open sockets are checked at this interval, ms, even if no event reports their end. */
const AGAIN_MS = 10_000
const LOOK_MS = 500

interface Peer {
  readonly user: User
  /** Time of the last check of its session, by `performance.now()`. */
  looked: number
}

/**
 * Applies lost permissions and ended sessions to open sockets: `soon` checks all of them at once after an event, otherwise each is checked every
 * ten seconds. One statement checks many sessions.
 */
export const createRecheck = <P extends Peer>(options: {
  readonly peers: ReadonlySet<P>
  readonly log: Log
  /** Returns the users of these sessions; ended sessions are missing. */
  readonly who: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, User>>
  readonly ended: (peer: P) => void
  readonly renewed: (peer: P, user: User) => void
}) => {
  const recheck = async (peers: readonly P[]): Promise<void> => {
    if (peers.length === 0) return
    for (const peer of peers) peer.looked = performance.now()
    const known = await options.who([...new Set(peers.map(({ user }) => user.sessionId))])
    for (const peer of peers) {
      const user = known.get(peer.user.sessionId)
      if (user) options.renewed(peer, user)
      else options.ended(peer)
    }
  }
  let working = Promise.resolve()
  let waiting = 0
  const next = (peers: () => readonly P[]): void => {
    waiting += 1
    working = working
      .then(() => {
        waiting -= 1
        return recheck(peers())
      })
      .catch((thrown: unknown) => options.log.warn('sockets were not looked at again', { why: String(thrown) }))
  }
  const timer = setInterval(() => {
    const due = (peer: P): boolean => performance.now() - peer.looked > AGAIN_MS - LOOK_MS
    if (waiting === 0) next(() => [...options.peers].filter(due))
  }, LOOK_MS)
  let soon = false
  return {
    /** Schedules a check of all sockets; calls before it starts are merged. */
    soon: (): void => {
      if (soon) return
      soon = true
      next(() => {
        soon = false
        return [...options.peers]
      })
    },
    stop: (): void => clearInterval(timer),
  }
}
