import type { UpKind } from '@lamplight/protocol'

/** A message that is being sent to the broker. */
export interface Outgoing {
  readonly kind: UpKind
  readonly payload: string
  /** Packet id, assigned when it is first sent. */
  id: number
  /** True if it was sent before. */
  dup: boolean
}

/** Messages that the broker has not acknowledged yet, in order. */
export interface Outbox {
  push(kind: UpKind, payload: string): void
  /** Inserts messages before all others. */
  unshift(kind: UpKind, payloads: readonly string[]): void
  /** Returns the next message to send; undefined if there is none or too many are unacknowledged. */
  next(): Outgoing | undefined
  /** Removes the acknowledged message `id` and returns it; undefined if it is unknown or was acknowledged before. */
  done(id: number): Outgoing | undefined
  /**
   * Call it when the connection is lost: sent messages will be repeated, unsent reports are out of date and dropped. Returns the number dropped.
   */
  lineLost(): number
  /** True if so many messages wait that reports should be dropped. */
  jammed(): boolean
}

const UNDER_WAY = 20
const MANY = 200
/** Last packet id for messages: the subscription uses the next one. */
const LAST_ID = 65_534

export const createOutbox = (): Outbox => {
  let queue: Outgoing[] = []
  const underWay = new Map<number, Outgoing>()
  let lastId = 0

  const freeId = (): number => {
    do lastId = (lastId % LAST_ID) + 1
    while (underWay.has(lastId))
    return lastId
  }
  return {
    push: (kind, payload) => queue.push({ kind, payload, id: 0, dup: false }),
    unshift: (kind, payloads) => {
      queue = [...payloads.map((payload): Outgoing => ({ kind, payload, id: 0, dup: false })), ...queue]
    },
    next: () => {
      if (underWay.size >= UNDER_WAY) return undefined
      const message = queue.shift()
      if (!message) return undefined
      if (!message.dup) message.id = freeId()
      underWay.set(message.id, message)
      return message
    },
    done: (id) => {
      const message = underWay.get(id)
      underWay.delete(id)
      return message
    },
    lineLost: () => {
      const waiting = queue.filter(({ kind, dup }) => dup || (kind !== 'report' && kind !== 'hello'))
      const again = [...underWay.values()].filter(({ kind }) => kind !== 'hello')
      const gone = queue.filter(({ kind, dup }) => kind === 'report' && !dup).length
      for (const message of again) message.dup = true
      underWay.clear()
      queue = [...again, ...waiting]
      return gone
    },
    jammed: () => queue.length >= MANY,
  }
}
