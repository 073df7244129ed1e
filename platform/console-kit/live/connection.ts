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

/** `idle`: not started, or stopped; `kicked`: another page uses this device id. */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'lost' | 'kicked'
export interface ConnectionStatus {
  readonly state: ConnectionState
  /** Time of the last frame, epoch ms: tells how old the data may be. */
  readonly receivedAt: number | null
}

/** The part of a WebSocket that is used here. */
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
  /** Called with a message for the user. */
  readonly onMessage: (message: Message) => void
  readonly onStatus: (status: ConnectionStatus) => void
  /** Called after the first bind after a loss: missed changes must be fetched. */
  readonly onReturn: () => void
  /** Called with the tags of the last bind when the server confirms it. The server pushes their changes from then on. */
  readonly onBound: (tags: string) => void
  readonly now: () => number
  /** Calls `run` after `ms`; returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** Delays between attempts, ms: at most 10 s (decisions.md A36). */
const WAITS = [1000, 2000, 4000, 8000, 10_000] as const
/** If nothing is received within this time after a ping, the server counts as hanging, ms. */
const ANSWER_MS = 5000
/** A socket that is not bound within this time is replaced, ms: a hanging server accepts connections without answering. */
const BIND_MS = 10_000

/** A socket with handshake, bind, heartbeat, ping and acknowledgement, which reconnects after each loss except a kick. */
export const createConnection = (parts: ConnectionParts) => {
  let socket: Socket | null = null
  let status: ConnectionStatus = { state: 'idle', receivedAt: null }
  let session = 0
  /** The last bind that was sent. */
  let asked = { session: 0, tags: '' }
  let attempt = 0
  let bound = false
  let boundBefore = false
  let cancelTimers: (() => void)[] = []

  const update = (change: Partial<ConnectionStatus>): void => {
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
    update({ state: 'lost' })
    later(WAITS[Math.min(attempt, WAITS.length - 1)]!, open)
    attempt += 1
  }
  const beat = (): void => {
    send(CMD.heartbeat, null)
    later(HEARTBEAT_MS, beat)
  }
  const ping = (): void => {
    // Not part of the packets in the contract.
    socket?.send(encode(CMD.ping, 0))
    const askedAt = parts.now()
    later(ANSWER_MS, () => {
      if ((status.receivedAt ?? 0) < askedAt) lose()
    })
    later(PING_MS, ping)
  }
  const bind = (): void => {
    const body = parts.bind()
    send(CMD.bind, body)
    asked = { session, tags: body.tags }
  }

  const onBound = (sessionId: number): void => {
    attempt = 0
    const first = !bound
    bound = true
    if (first) {
      update({ state: 'open' })
      if (boundBefore) parts.onReturn()
      boundBefore = true
    }
    if (sessionId === asked.session) parts.onBound(asked.tags)
    // `rebind` does nothing before the first confirmation, so topics that were added meanwhile are sent now.
    if (first && parts.bind().tags !== asked.tags) bind()
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
    else if (cmd === CMD.ok && body?.cmd === CMD.bind) onBound(packet.sessionId)
    else if (cmd === CMD.push) onPush(packet)
    else if (cmd === CMD.error) lose()
    else if (cmd === CMD.kick && body?.deviceId === parts.deviceId && String(body.userId) === parts.bind().userId) {
      drop()
      update({ state: 'kicked' })
    }
  }
  const open = (): void => {
    drop()
    session = 0
    if (status.state !== 'lost') update({ state: 'connecting' })
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
      status = { ...status, receivedAt: parts.now() }
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
      update({ state: 'idle' })
    },
    /** Binds again with the present topics. */
    rebind: (): void => {
      if (bound) bind()
    },
    /** Reconnects at once, without waiting for the next attempt (network is back, user request). */
    retry: (): void => {
      if (status.state !== 'open' && status.state !== 'idle') open()
    },
    /** Call it when the network is gone: changes the state at once. */
    offline: (): void => {
      if (status.state === 'open') lose()
    },
    status: (): ConnectionStatus => status,
  }
}
