import type { UpKind } from '@lamplight/protocol'

/** A message on its way to the broker. */
export interface Outgoing {
  readonly kind: UpKind
  readonly payload: string
  /** Packet id, given when it is first sent. */
  id: number
  /** True when it was sent before. */
  dup: boolean
}

/** Messages that the broker has not acknowledged yet, in order. */
export interface Outbox {
  push(kind: UpKind, payload: string): void
  /** Puts messages in front of all others. */
  unshift(kind: UpKind, payloads: readonly string[]): void
  /** The next message to send, or undefined when there is none or enough are under way. */
  next(): Outgoing | undefined
  /** The broker has message `id`; answers it, once. */
  done(id: number): Outgoing | undefined
  /** The line has gone: all under way will be sent again; unsent reports are out of date and go. Returns how many went. */
  lineLost(): number
  /** True when so much waits that more reports would not help. */
  jammed(): boolean
}

const UNDER_WAY = 20
const MANY = 200
/** Above the packet id that the subscription uses there is none. */
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
