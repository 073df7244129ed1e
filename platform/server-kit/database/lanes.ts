import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** A statement whose last run took at most this long is short, ms. */
const SHORT_MS = 25
/** A lane that has waited this long for an answer gets no further work, ms. */
const HELD_MS = 40
/** Transactions that a lane sends at most without having an answer. */
const WAITING_AT_MOST = 16
/** After a connection was refused none is tried for this long, ms. */
const AGAIN_MS = 1000
/** Number of statements whose last duration is kept. */
const KNOWN_AT_MOST = 4000

/** Statements that only read and wait for no lock of a row: `select` and `with`, without a word that writes or locks. */
const READS = /^\s*(?:select|with)\b/i
const WRITES = /\b(?:insert|update|delete|merge|truncate|for\s+share|for\s+key|nextval|setval|pg_advisory\w*|pg_sleep\w*)\b/i

interface Lane {
  readonly client: pg.Client
  /** Transactions that were sent and are not answered. */
  waiting: number
  /** Time of the last answer, or of the first of the transactions that wait, ms. */
  movedAt: number
  corked: boolean
}

/**
 * Connections that requests share for short reads. A lane sends the statements of a request without waiting for the answers to earlier ones, and those of
 * one turn of the event loop in one packet. Each request has a transaction of its own (`oneTransaction`), which the database runs one after the other, so
 * that settings of one transaction never reach another. Statements that write, lock or take long would hold up the others: they get a connection of the pool.
 */
export const createLanes = ({
  lanes: most,
  connect,
  now = () => performance.now(),
}: {
  lanes: number
  /** Opens a connection. */
  connect: () => Promise<pg.Client>
  now?: () => number
}) => {
  const reads = new Map<string, boolean>()
  const took = new Map<string, number>()
  const lanes = new Set<Lane>()
  let opening = 0
  let refusedAt = Number.NEGATIVE_INFINITY
  let stopped = false

  const onlyReads = (text: string): boolean => {
    let known = reads.get(text)
    if (known === undefined) {
      known = READS.test(text) && !WRITES.test(text)
      if (reads.size >= KNOWN_AT_MOST) reads.clear()
      reads.set(text, known)
    }
    return known
  }
  const isShort = (text: string): boolean => (took.get(text) ?? Number.POSITIVE_INFINITY) <= SHORT_MS

  const drop = (lane: Lane): void => {
    if (!lanes.delete(lane)) return
    lane.client.end().catch(() => undefined)
  }
  const open = async (): Promise<void> => {
    opening += 1
    try {
      const client = await connect()
      const lane: Lane = { client, waiting: 0, movedAt: now(), corked: false }
      client.on('error', () => drop(lane))
      client.on('end', () => lanes.delete(lane))
      if (stopped) await client.end()
      else lanes.add(lane)
    } catch {
      // The pool reports it: until a lane is open, requests use its connections.
      refusedAt = now()
    } finally {
      opening -= 1
    }
  }
  /** Returns the lane with the least work; undefined if all are held up. Opens another one if each has work. */
  const choose = (): Lane | undefined => {
    let best: Lane | undefined
    for (const lane of lanes) {
      const isHeld = lane.waiting >= WAITING_AT_MOST || (lane.waiting > 0 && now() - lane.movedAt > HELD_MS)
      if (!isHeld && lane.waiting < (best?.waiting ?? Number.POSITIVE_INFINITY)) best = lane
    }
    if (best?.waiting !== 0 && lanes.size + opening < most && !stopped && now() - refusedAt > AGAIN_MS) void open()
    return best
  }
  /** Joins what is written until the end of this turn of the event loop. */
  const join = (lane: Lane): void => {
    if (lane.corked) return
    const { stream } = (lane.client as unknown as { connection: { stream: Duplex } }).connection
    lane.corked = true
    stream.cork()
    setImmediate(() => {
      lane.corked = false
      stream.uncork()
    })
  }
  const note = (texts: readonly string[], ms: number): void => {
    if (took.size >= KNOWN_AT_MOST) took.clear()
    for (const text of texts) took.set(text, ms)
  }

  return {
    /**
     * Runs one transaction of these statements on a lane, or by `otherwise` if they are no short reads or all lanes are held up. `isLost`: the error shows that
     * the connection cannot be used any more.
     */
    run: async <T>(
      texts: readonly string[],
      work: (client: pg.ClientBase) => Promise<T>,
      { otherwise, isLost }: { otherwise: () => Promise<T>; isLost: (thrown: unknown) => boolean },
    ): Promise<T> => {
      const began = now()
      if (!texts.every(onlyReads)) return otherwise()
      const lane = texts.every(isShort) ? choose() : undefined
      if (!lane) {
        const answer = await otherwise()
        note(texts, now() - began)
        return answer
      }
      join(lane)
      if (lane.waiting === 0) lane.movedAt = began
      lane.waiting += 1
      try {
        const answer = await work(lane.client)
        // The database runs the transactions of a lane one after the other. This one began when the one before it was answered.
        note(texts, now() - Math.max(began, lane.movedAt))
        return answer
      } catch (thrown) {
        if (isLost(thrown)) drop(lane)
        throw thrown
      } finally {
        lane.waiting -= 1
        lane.movedAt = now()
      }
    },
    stop: async (): Promise<void> => {
      stopped = true
      await Promise.allSettled([...lanes].map(({ client }) => client.end()))
    },
  }
}
