import type { Socket } from 'node:net'
import { topics } from '@lamplight/protocol'
import { writeToStream } from 'mqtt-packet'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { publishFailure } from './failure.ts'
import { followFrames } from './frames.ts'
import { type BrokerLimits, createBucket } from './limits.ts'
import type { Listened } from './silence.ts'

const UNREAD_BYTES = 4 * 1024 * 1024
/** Largest number of bytes that are read but not stored yet. Without reading ahead, each message would wait for the commit of the one before. */
const READ_AHEAD_BYTES = 32 * 1024
const PUBACK = 0x40

/** A TCP connection of the embedded broker, from its first byte. */
export interface Connection extends Listened {
  readonly ip: string
  readonly deliveries: Deliveries
  /** Serial number of the gateway; set when it has signed in. */
  gateway: string
  /** Returns how long the next message must wait, ms. */
  readonly delay: () => number
  readonly subscribed: (filters: readonly string[]) => void
  readonly unsubscribed: (filters: readonly string[]) => void
  /** Resolves when the gateway subscribes to the topic; rejects after the time-out or when the connection ends. */
  readonly listening: (topic: string, timeoutMs: number) => Promise<void>
  /** Counts the bytes of a message until `stored` settles; resolves when the next message may be read. */
  readonly hold: (bytes: number, stored: Promise<void>) => Promise<void>
  /** Writes the PUBACK of a message; the PUBACKs of one commit are written together. */
  readonly acknowledge: (messageId: number) => void
  readonly close: () => void
}

/** Passes the bytes that are read from the socket to `follow`, which checks frame sizes and finds acknowledgements. */
const watch = (socket: Socket, follow: (chunk: Uint8Array) => void): void => {
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size)
    if (chunk instanceof Uint8Array) follow(chunk)
    return chunk
  }
}

const createAudience = (gateway: () => string) => {
  const filters = new Set<string>()
  const waiting = new Set<(closed: boolean) => void>()
  const isSubscribed = (topic: string): boolean => filters.has(topic) || filters.has(topics.downFilter(gateway()))
  const settleWaiting = (closed: boolean): void => {
    for (const settle of [...waiting]) settle(closed)
  }
  return {
    subscribed: (added: readonly string[]): void => {
      for (const filter of added) filters.add(filter)
      settleWaiting(false)
    },
    unsubscribed: (gone: readonly string[]): void => {
      for (const filter of gone) filters.delete(filter)
    },
    close: () => settleWaiting(true),
    listening: (topic: string, timeoutMs: number): Promise<void> =>
      isSubscribed(topic)
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            const end = (): void => {
              clearTimeout(timer)
              waiting.delete(onSettled)
            }
            const onSettled = (closed: boolean): void => {
              if (!closed && !isSubscribed(topic)) return
              end()
              if (closed) reject(publishFailure(gateway(), 'closed'))
              else resolve()
            }
            const timer = setTimeout(() => {
              end()
              reject(publishFailure(gateway(), 'timeout'))
            }, timeoutMs)
            waiting.add(onSettled)
          }),
  }
}

/** Counts the bytes of a connection that are read but not stored yet. */
const createHolding = (held: (more: 1 | -1) => void) => {
  const waiting: (() => void)[] = []
  let bytes = 0
  return (size: number, stored: Promise<void>): Promise<void> => {
    bytes += size
    held(1)
    const settled = (): void => {
      bytes -= size
      held(-1)
      if (bytes < READ_AHEAD_BYTES) for (const go of waiting.splice(0)) go()
    }
    stored.then(settled, settled)
    return bytes < READ_AHEAD_BYTES ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
  }
}

const createAcknowledger = (socket: Socket) => {
  let due: number[] = []
  const write = (): void => {
    const frames = Buffer.allocUnsafe(due.length * 4)
    for (const [at, id] of due.entries()) frames.writeUInt32BE(((PUBACK << 24) | (2 << 16) | id) >>> 0, at * 4)
    due = []
    if (!socket.writable) return
    if (socket.writableLength > UNREAD_BYTES) socket.destroy()
    else socket.write(frames)
  }
  return (messageId: number): void => {
    if (due.push(messageId) === 1) queueMicrotask(write)
  }
}

/** Wraps a new socket. Calls `refused` once if a packet is larger than allowed; the connection then ends. */
export const createConnection = (
  socket: Socket,
  { limits, refused, now }: { limits: BrokerLimits; refused: (connection: Connection, bytes: number) => void; now: () => number },
): Connection => {
  const bucket = createBucket(limits.messagesPerSecond, limits.messageBurst, () => performance.now())
  const audience = createAudience(() => connection.gateway)
  const deliveries = createDeliveries({
    gateway: () => connection.gateway,
    write: (messageId, topic, payload) => {
      if (!socket.writable || socket.writableLength > UNREAD_BYTES) return false
      writeToStream({ cmd: 'publish', topic, payload, qos: 1, messageId, retain: false, dup: false }, socket)
      return true
    },
  })
  const connection: Connection = {
    ip: socket.remoteAddress ?? '',
    deliveries,
    gateway: '',
    keepAlive: 0,
    held: 0,
    seenAt: now(),
    delay: bucket.take,
    subscribed: audience.subscribed,
    unsubscribed: audience.unsubscribed,
    listening: audience.listening,
    hold: createHolding((more) => {
      connection.held += more
    }),
    acknowledge: createAcknowledger(socket),
    close: () => {
      deliveries.close()
      audience.close()
    },
  }
  const follow = followFrames({
    limit: () => (connection.gateway === '' ? limits.connectBytes : limits.packetBytes),
    onTooLarge: (bytes) => {
      refused(connection, bytes)
      socket.destroy()
    },
    onPuback: deliveries.acknowledged,
  })
  watch(socket, (chunk) => {
    connection.seenAt = now()
    follow(chunk)
  })
  socket.on('close', connection.close)
  return connection
}
