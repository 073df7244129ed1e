import { connect as connectTcp, type Socket } from 'node:net'
import { type DownKind, encode, parseTopic, topics, type UpKind } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'
import { parser as createParser, generate, type Packet, type Parser } from 'mqtt-packet'
import { createOutbox } from './outbox.ts'

const KEEPALIVE_S = 60
const JOIN_LIMIT_MS = 20_000
const CLOSE_LIMIT_MS = 1000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

export interface LinkCounts {
  sent: Record<UpKind, number>
  /** Number of periodic reports dropped because the connection was down or too slow. */
  dropped: number
  resent: number
  connects: number
  refused: number
}

/**
 * The MQTT 3.1.1 session of one gateway: QoS 1 both ways, last will, reconnect; keeps messages other
 * than periodic reports until the broker has them.
 */
export interface Link {
  open(): void
  /** Sends a message; while the connection is down, reports are dropped and all other messages wait. */
  publish(kind: UpKind, payload: string): void
  online(): boolean
  /**
   * Breaks the connection without a disconnect message, so that the broker sends the last will; reconnects
   * after `back` ms, or never if it is undefined.
   */
  cut(back?: number): void
  /** Disconnects properly and stays offline; resolves when the connection is closed. */
  close(): Promise<void>
  /** Handles keepalive and overdue acks; call it every few seconds. */
  tick(now: number): void
}

interface Dependencies {
  readonly sn: string
  readonly secret: string
  readonly host: string
  readonly port: number
  readonly random: Random
  readonly counts: LinkCounts
  /** Returns the hello messages for a new connection. */
  readonly hello: () => string[]
  readonly onOnline: () => void
  readonly onDown: (kind: DownKind, payload: Buffer) => void
  readonly onTaken?: (kind: UpKind, payload: string) => void
}

export const createLink = ({ sn, secret, host, port, random, counts, hello, onOnline, onDown, onTaken }: Dependencies): Link => {
  const outbox = createOutbox()
  let socket: Socket | undefined
  let state: 'off' | 'joining' | 'online' = 'off'
  let wanted = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let begun = 0
  let lastSent = 0
  let lastReceived = 0

  const write = (packet: Packet): void => {
    lastSent = Date.now()
    socket?.write(generate(packet))
  }
  const pump = (): void => {
    if (state !== 'online') return
    for (let message = outbox.next(); message; message = outbox.next()) {
      if (message.dup) counts.resent++
      counts.sent[message.kind]++
      const { id, kind, payload, dup } = message
      write({ cmd: 'publish', messageId: id, topic: topics.up(sn, kind), payload, qos: 1, dup, retain: false })
    }
  }
  const onPacket = (packet: Packet): void => {
    lastReceived = Date.now()
    if (packet.cmd === 'connack') {
      if (packet.returnCode) {
        counts.refused++
        failures += 3
        socket?.destroy()
      } else write({ cmd: 'subscribe', messageId: 65_535, subscriptions: [{ topic: topics.downFilter(sn), qos: 1 }] })
    } else if (packet.cmd === 'suback') {
      state = 'online'
      failures = 0
      counts.connects++
      outbox.unshift('hello', hello())
      pump()
      onOnline()
    } else if (packet.cmd === 'puback') {
      const taken = outbox.done(packet.messageId ?? 0)
      if (taken) onTaken?.(taken.kind, taken.payload)
      pump()
    } else if (packet.cmd === 'publish') {
      const topic = parseTopic(packet.topic)
      if (topic?.direction === 'down' && topic.gateway === sn) onDown(topic.kind, Buffer.from(packet.payload))
      if (packet.qos > 0) write({ cmd: 'puback', messageId: packet.messageId })
    }
  }
  const onClosed = (): void => {
    socket = undefined
    state = 'off'
    counts.dropped += outbox.lineLost()
    if (!wanted) return
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++)
    timer = setTimeout(join, wait * random.between(0.5, 1.5))
  }
  const join = (): void => {
    clearTimeout(timer)
    if (!wanted || socket) return
    const line = connectTcp({ host, port, noDelay: true })
    const parser: Parser = createParser({ protocolVersion: 4 })
    socket = line
    state = 'joining'
    begun = lastReceived = Date.now()
    parser.on('packet', onPacket)
    parser.on('error', () => line.destroy())
    line.on('connect', () =>
      write({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId: sn,
        clean: true,
        keepalive: KEEPALIVE_S,
        username: sn,
        password: Buffer.from(secret),
        will: {
          topic: topics.up(sn, 'event'),
          payload: encode('event', [{ sn, at: 0, type: 'communicationFailure', on: true }]),
          qos: 1,
          retain: false,
        },
      }),
    )
    line.on('data', (bytes) => parser.parse(bytes))
    line.on('error', () => line.destroy())
    line.on('close', () => {
      if (socket === line) onClosed()
    })
  }

  return {
    open: () => {
      wanted = true
      join()
    },
    online: () => state === 'online',
    publish: (kind, payload) => {
      if (kind === 'report' && (state !== 'online' || outbox.jammed())) {
        counts.dropped++
        return
      }
      outbox.push(kind, payload)
      pump()
    },
    cut: (back) => {
      wanted = false
      clearTimeout(timer)
      socket?.destroy()
      if (back === undefined) return
      timer = setTimeout(() => {
        wanted = true
        join()
      }, back)
    },
    close: () =>
      new Promise((resolve) => {
        wanted = false
        clearTimeout(timer)
        const line = socket
        if (!line) return resolve()
        const limit = setTimeout(() => line.destroy(), CLOSE_LIMIT_MS)
        line.once('close', () => {
          clearTimeout(limit)
          resolve()
        })
        if (state === 'online') write({ cmd: 'disconnect' })
        line.destroySoon()
      }),
    tick: (now) => {
      if (state === 'joining' && now - begun > JOIN_LIMIT_MS) socket?.destroy()
      if (state !== 'online') return
      if (now - lastReceived > KEEPALIVE_S * 1500) socket?.destroy()
      else if (now - lastSent > KEEPALIVE_S * 700 || now - lastReceived > KEEPALIVE_S * 1000) write({ cmd: 'pingreq' })
    },
  }
}
