import {
  CLIENT_VERSION,
  CMD,
  decode,
  encode,
  HEARTBEAT_MS,
  type Message,
  messageOf,
  type News,
  newsOf,
  type Packet,
  PING_MS,
  WANTS_ACK,
} from './packet.ts'

/** `idle` before the start and after the stop; `kicked` when another page took this device's place. */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'lost' | 'kicked'
export interface ConnectionStatus {
  readonly state: ConnectionState
  /** Epoch ms of the last frame: how old what is on the screen may be. */
  readonly heardAt: number | null
}

/** The part of a WebSocket that is used. */
export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: (() => void) | null
  send(frame: string): void
  close(): void
}
export interface ConnectionParts {
  readonly connect: () => Socket
  readonly deviceId: string
  readonly userAgent: string
  readonly bind: () => { readonly userId: string; readonly tags: string }
  readonly onNews: (news: News) => void
  /** Something for the person to read. */
  readonly onMessage: (message: Message) => void
  readonly onStatus: (status: ConnectionStatus) => void
  /** Bound again after a loss: what was missed must be fetched. */
  readonly onReturn: () => void
  readonly now: () => number
  /** Calls back after `ms`; what it returns takes that back. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** Waits between attempts, ms: never more than 10 s (decisions.md A36). */
const WAITS = [1000, 2000, 4000, 8000, 10_000] as const
/** A server from which nothing was heard for so long after a ping stands still, ms. */
const ANSWER_MS = 5000
/** A socket that is not bound after this is tried again: a server that stands still takes connections and answers nothing. */
const BIND_MS = 10_000

/** A socket that keeps itself open: handshake, bind, heartbeat, ping, acknowledgement, and a new attempt after each loss but a kick. */
export const createConnection = (parts: ConnectionParts) => {
  let socket: Socket | null = null
  let status: ConnectionStatus = { state: 'idle', heardAt: null }
  let session = 0
  let attempt = 0
  let bound = false
  let boundBefore = false
  let cancelTimers: (() => void)[] = []

  const tell = (change: Partial<ConnectionStatus>): void => {
    status = { ...status, ...change }
    parts.onStatus(status)
  }
  const later = (ms: number, run: () => void): void => void cancelTimers.push(parts.after(ms, run))
  const clearTimers = (): void => {
    for (const cancel of cancelTimers) cancel()
    cancelTimers = []
  }
  const send = (cmd: number, body: object | null): void => {
    session += 1
    socket?.send(encode(cmd, session, body))
  }
  const drop = (): void => {
    clearTimers()
    bound = false
    if (!socket) return
    const old = socket
    socket = null
    old.onopen = old.onmessage = old.onclose = null
    old.close()
  }
  const lose = (): void => {
    drop()
    tell({ state: 'lost' })
    later(WAITS[Math.min(attempt, WAITS.length - 1)]!, open)
    attempt += 1
  }
  const beat = (): void => {
    send(CMD.heartbeat, null)
    later(HEARTBEAT_MS, beat)
  }
  const ping = (): void => {
    // Outside of the count of the contract's packets.
    socket?.send(encode(CMD.ping, 0))
    const asked = parts.now()
    later(ANSWER_MS, () => {
      if ((status.heardAt ?? 0) < asked) lose()
    })
    later(PING_MS, ping)
  }
  const bind = (): void => send(CMD.bind, parts.bind())

  const onBound = (): void => {
    attempt = 0
    const first = !bound
    bound = true
    if (!first) return
    tell({ state: 'open' })
    if (boundBefore) parts.onReturn()
    boundBefore = true
  }
  const onPush = (packet: Packet): void => {
    if (packet.flags & WANTS_ACK) socket?.send(encode(CMD.ack, packet.sessionId))
    const news = newsOf(packet)
    if (news) parts.onNews(news)
    const message = messageOf(packet)
    if (message) parts.onMessage(message)
  }
  const receive = (packet: Packet): void => {
    const { cmd, body } = packet
    if (cmd === CMD.handshake) bind()
    else if (cmd === CMD.ok && body?.cmd === CMD.bind) onBound()
    else if (cmd === CMD.push) onPush(packet)
    else if (cmd === CMD.error) lose()
    else if (cmd === CMD.kick && body?.deviceId === parts.deviceId && String(body.userId) === parts.bind().userId) {
      drop()
      tell({ state: 'kicked' })
    }
  }
  const open = (): void => {
    drop()
    session = 0
    if (status.state !== 'lost') tell({ state: 'connecting' })
    const made = parts.connect()
    socket = made
    later(BIND_MS, () => {
      if (!bound) lose()
    })
    made.onopen = () => {
      beat()
      later(PING_MS, ping)
      send(CMD.handshake, { deviceId: parts.deviceId, osName: `web ${parts.userAgent}`, osVersion: '', clientVersion: CLIENT_VERSION })
    }
    made.onmessage = ({ data }) => {
      const packet = decode(data)
      if (!packet) return
      status = { ...status, heardAt: parts.now() }
      receive(packet)
    }
    made.onclose = lose
  }

  return {
    start: open,
    stop: (): void => {
      drop()
      boundBefore = false
      attempt = 0
      tell({ state: 'idle' })
    },
    /** Binds again with the topics wanted now. */
    rebind: (): void => {
      if (bound) bind()
    },
    /** Does not wait for the next attempt (the network is back, the person asks). */
    retry: (): void => {
      if (status.state !== 'open' && status.state !== 'idle') open()
    },
    /** The network is gone: says so at once. */
    offline: (): void => {
      if (status.state === 'open') lose()
    },
    status: (): ConnectionStatus => status,
  }
}
