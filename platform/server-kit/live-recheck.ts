import type { User } from './context-types.ts'
import type { Log } from './platform-types.ts'

/** Sessions of open sockets are looked at again after this, should no news tell of their end. */
const AGAIN_MS = 10_000
const LOOK_MS = 500

interface Peer {
  readonly user: User
  /** When its session was looked at last, by `performance.now()`. */
  looked: number
}

/**
 * Rights that went, and sessions that ended, count for sockets that are open: all are looked at on news (`soon`), each every ten seconds without.
 * Many are asked for in one statement.
 */
export const createRecheck = <P extends Peer>(given: {
  readonly peers: ReadonlySet<P>
  readonly log: Log
  /** Who sessions belong to by now, without those that are over. */
  readonly who: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, User>>
  readonly ended: (peer: P) => void
  readonly renewed: (peer: P, user: User) => void
}) => {
  const recheck = async (asked: readonly P[]): Promise<void> => {
    if (asked.length === 0) return
    for (const peer of asked) peer.looked = performance.now()
    const known = await given.who([...new Set(asked.map(({ user }) => user.sessionId))])
    for (const peer of asked) {
      const user = known.get(peer.user.sessionId)
      if (user) given.renewed(peer, user)
      else given.ended(peer)
    }
  }
  let working = Promise.resolve()
  let waiting = 0
  const next = (asked: () => readonly P[]): void => {
    waiting += 1
    working = working
      .then(() => {
        waiting -= 1
        return recheck(asked())
      })
      .catch((thrown: unknown) => given.log.warn('sockets were not looked at again', { why: String(thrown) }))
  }
  const timer = setInterval(() => {
    const due = (peer: P): boolean => performance.now() - peer.looked > AGAIN_MS - LOOK_MS
    if (waiting === 0) next(() => [...given.peers].filter(due))
  }, LOOK_MS)
  let soon = false
  return {
    /** Who asks while another look is about to begin has that one. */
    soon: (): void => {
      if (soon) return
      soon = true
      next(() => {
        soon = false
        return [...given.peers]
      })
    },
    stop: (): void => clearInterval(timer),
  }
}
