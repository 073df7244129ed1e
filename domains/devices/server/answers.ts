import { acksPort } from '../model/ports.ts'
import { createInbox } from './inbox.ts'
import { rowsIn } from './received-message.ts'
import { type Answered, answersIn } from './sort-messages.ts'
import type { Writing } from './write-batch.ts'

const BATCH = { batchRows: 10_000, waitMs: 1, idleMs: 25, bound: 50_000 }
const TRIES = 5
const RETRY_MS = [100, 300, 1000, 3000] as const
/** The values of stored answers are passed on when no further answers wait, at the latest after this time, ms. */
const HOLD_MS = 5000

interface Waiting {
  readonly message: Answered
  readonly done: () => void
  readonly failed: (why: unknown) => void
}

export interface Answers {
  /** Waits for room in the queue; then the caller calls `pass`, or `leave` if it has nothing to pass. */
  readonly room: () => Promise<void>
  readonly leave: () => void
  /** Resolves when the ledger has stored the answers and no further ones are waiting (at most 5 s later); rejects if the ledger refuses them. */
  readonly pass: (message: Answered) => Promise<void>
  /** Runs until the queue is empty and `stopping` returns true. */
  readonly run: () => Promise<void>
}

/**
 * Passes answers to the ledger before their values are stored, because a user waits for them. The ledger processes thousands at a time.
 */
export const createAnswers = ({
  platform,
  known,
  limits,
  stopping,
}: Pick<Writing, 'platform' | 'known' | 'limits' | 'stopping'>): Answers => {
  const inbox = createInbox<Waiting>(BATCH)
  let held: Waiting[] = []
  let heldSince = 0

  const acksIn = async (waiting: readonly Waiting[]) => {
    const messages = waiting.map(({ message }) => message)
    return answersIn(messages, { ...(await known.senders.resolve(messages)), limits })
  }
  const deliver = async (waiting: readonly Waiting[]): Promise<void> => {
    const sink = platform.port(acksPort)
    for (let tried = 1; ; tried++) {
      try {
        const acks = await acksIn(waiting)
        return acks.length > 0 ? await sink.acked(acks) : undefined
      } catch (thrown) {
        if (tried >= TRIES || stopping()) throw thrown
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(tried, RETRY_MS.length) - 1]))
      }
    }
  }
  const release = (): void => {
    for (const { done } of held) done()
    held = []
  }

  return {
    room: inbox.room,
    leave: inbox.pass,
    pass: (message) => new Promise((done, failed) => inbox.put({ message, done, failed }, rowsIn(message))),
    run: async () => {
      while (!stopping() || inbox.rows() > 0 || held.length > 0) {
        const waiting = await inbox.next()
        if (waiting.length === 0 || stopping()) release()
        if (waiting.length === 0) continue
        if (held.length === 0) heldSince = performance.now()
        try {
          await deliver(waiting)
          held.push(...waiting)
        } catch (thrown) {
          platform.log.error('answers not stored', { why: String(thrown) })
          for (const { failed } of waiting) failed(thrown)
        }
        if (performance.now() - heldSince > HOLD_MS) release()
      }
    },
  }
}
