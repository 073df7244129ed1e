import type { Socket } from 'node:net'
import { topics } from '@lamplight/protocol'
import { writeToStream } from 'mqtt-packet'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { publishFailure } from './failure.ts'
import { followFrames } from './frames.ts'
import { type BrokerLimits, createBucket } from './limits.ts'
import type { Listened } from './silence.ts'

const UNREAD_BYTES = 4 * 1024 * 1024

/** One TCP connection at the embedded broker, from its first byte. */
export interface Connection extends Listened {
  readonly ip: string
  readonly deliveries: Deliveries
  /** The gateway, once it has signed in. */
  gateway: string
  /** Milliseconds that the next message has to wait. */
  readonly delay: () => number
  readonly subscribed: (filters: readonly string[]) => void
  readonly unsubscribed: (filters: readonly string[]) => void
  /** Resolves when the gateway listens on the topic; rejects at the time-out or when the connection ends. */
  readonly listening: (topic: string, timeoutMs: number) => Promise<void>
  readonly close: () => void
}

/** Watches the socket's bytes as they are read: the size of frames, and acknowledgements. */
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
  const hears = (topic: string): boolean => filters.has(topic) || filters.has(topics.downFilter(gateway()))
  const told = (closed: boolean): void => {
    for (const tell of [...waiting]) tell(closed)
  }
  return {
    subscribed: (added: readonly string[]): void => {
      for (const filter of added) filters.add(filter)
      told(false)
    },
    unsubscribed: (gone: readonly string[]): void => {
      for (const filter of gone) filters.delete(filter)
    },
    close: () => told(true),
    listening: (topic: string, timeoutMs: number): Promise<void> =>
      hears(topic)
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            const end = (): void => {
              clearTimeout(timer)
              waiting.delete(tell)
            }
            const tell = (closed: boolean): void => {
              if (!closed && !hears(topic)) return
              end()
              if (closed) reject(publishFailure(gateway(), 'closed'))
              else resolve()
            }
            const timer = setTimeout(() => {
              end()
              reject(publishFailure(gateway(), 'timeout'))
            }, timeoutMs)
            waiting.add(tell)
          }),
  }
}

/** Takes a fresh socket in hand. `refused` is told once when a packet is larger than allowed; the connection then ends. */
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
    heardAt: now(),
    delay: bucket.take,
    subscribed: audience.subscribed,
    unsubscribed: audience.unsubscribed,
    listening: audience.listening,
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
    connection.heardAt = now()
    follow(chunk)
  })
  socket.on('close', connection.close)
  return connection
}
