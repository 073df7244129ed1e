import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { User } from '../context-types.ts'
import type { Clock, LiveHub, Log, Platform } from '../platform-types.ts'
import type { Relay } from '../process/relay.ts'
import { type Changes, createAudience, type LiveTopic } from './live-audience.ts'
import { createInterest } from './live-interest.ts'
import { createRecheck } from './live-recheck.ts'
import { addressOf, refuse, tokenOf } from './live-upgrade.ts'

/** Commands and flags of the socket (wire-contract.md 9, rule.socket.types, rule.socket.flag). */
const CMD = { heartbeat: 1, handshake: 2, bind: 5, unbind: 6, error: 10, ok: 11, kick: 13, push: 15, ack: 23, ping: 100 } as const
const JSON_BODY = 16
const WANTS_ACK = 8
/** Changes that follow others are gathered for this time, ms; including transport they reach the browser within 250 ms. */
const COALESCE_MS = 120
/** The first changes after a pause wait only this long, ms, for others of the same moment. */
const MOMENT_MS = 20
/** Largest number of bytes that may wait for a slow reader. Beyond it the socket is closed; the browser reconnects and fetches. */
const SLOW_BYTES = 1_000_000
const SILENT_MS = 360_000
/** A socket that does not complete the closing handshake is terminated after this time, ms. */
const GOODBYE_MS = 1000
/** Close code: the server restarts; the browser reconnects. */
const RESTART = 1012
/** Close code: the session has ended. */
const ENDED = 4001
/** The answer to a bind waits until the other processes know the new interest, at most this long, ms. */
const TELL_MS = 500

interface Packet {
  readonly cmd: number
  readonly flags?: number
  readonly flag?: number
  readonly sessionId?: number
  readonly body?: Record<string, unknown> | null
}
interface Peer {
  readonly socket: WebSocket
  user: User
  deviceId: string | null
  bound: boolean
  topics: Set<string>
  seenAt: number
  looked: number
  pushes: number
}
/** Message to users whose rights changed, without a subscription: the console reloads menu and permissions. */
const RIGHTS = 'rights'
const sameRights = (one: User, other: User): boolean =>
  one.permissions.size === other.permissions.size &&
  one.roleIds.join() === other.roleIds.join() &&
  [...one.permissions].every((code) => other.permissions.has(code))

const nameOf = (tenantId: string, topic: string): string => `${tenantId} ${topic}`
type Authenticate = (token: string, ip: string) => Promise<User | null>
type Content = { readonly json: string }

/**
 * The push socket at `/ws`: handshake, bind, topics by tags. Changes are gathered and serialised once for all users who receive
 * the same. A user needs the topic's permission; a user limited to projects or areas receives only what they see. A slow reader
 * is disconnected and fetches when it reconnects.
 */
export const createLiveHub = (options: {
  log: Log
  clock: Clock
  authenticate: Authenticate
  /** Returns the users of these sessions; ended sessions are missing. */
  who: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, User>>
  topics: Readonly<Record<string, LiveTopic>>
  platform: () => Platform
  /** Address of the console for browsers, if it differs from the host in their requests. */
  publicUrl: string
  /** Largest number of open sockets of one user in this process. */
  socketsPerUser: number
  /** Connection to the other processes; undefined if there are none. */
  relay?: Relay
}): LiveHub & { attach: (server: Server) => void; stop: () => Promise<void> } => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false })
  const peers = new Set<Peer>()
  const most = options.socketsPerUser
  const countOf = ({ id }: User): number => {
    let n = 0
    for (const peer of peers) if (peer.user.id === id) n += 1
    return n
  }
  const audience = createAudience(options)
  const peersByTopic = new Map<string, Set<Peer>>()
  const pending = new Map<string, { tenantId: string; topic: string; changes: Map<string, unknown>; merge: LiveTopic['merge'] }>()
  let messages = 0
  const nextMessage = (): string => {
    messages += 1
    return String(messages)
  }

  const send = (peer: Peer, packet: Packet): void => {
    const { cmd, flags = JSON_BODY, sessionId = 0, body } = packet
    peer.socket.send(JSON.stringify({ ...(body ? { body } : {}), cmd, flag: flags, flags, sessionId }))
  }
  /** Records the topics that a peer listens to; an empty list removes all. */
  const listen = (peer: Peer, topics: Iterable<string>): void => {
    for (const topic of peer.topics) {
      const name = nameOf(peer.user.tenantId, topic)
      const there = peersByTopic.get(name)
      there?.delete(peer)
      if (there?.size === 0) peersByTopic.delete(name)
    }
    peer.topics = new Set(topics)
    for (const topic of peer.topics) {
      const name = nameOf(peer.user.tenantId, topic)
      peersByTopic.set(name, (peersByTopic.get(name) ?? new Set()).add(peer))
    }
  }
  const fail = (peer: Peer, packet: Packet, cmd: number, reason: string, code?: number, close = true): void => {
    send(peer, { cmd: CMD.error, sessionId: packet.sessionId, body: { cmd, ...(code ? { code } : {}), reason } })
    if (close) peer.socket.close()
  }
  const bind = async (peer: Peer, packet: Packet): Promise<void> => {
    if (!peer.deviceId) return fail(peer, packet, CMD.bind, 'not handshake')
    const userId = packet.body?.userId
    if (typeof userId !== 'string' && typeof userId !== 'number') return fail(peer, packet, CMD.bind, 'invalid param')
    if (String(userId) !== peer.user.id) return fail(peer, packet, CMD.bind, 'bind failed')
    peer.bound = true
    const tags = String(packet.body?.tags ?? '').split(',', 1000)
    const topics = tags.map((tag) => tag.trim()).filter((tag) => audience.mayHear(peer.user, tag))
    listen(peer, topics.slice(0, 200))
    for (const twin of peers)
      if (twin !== peer && twin.bound && twin.user.id === peer.user.id && twin.deviceId === peer.deviceId)
        send(twin, { cmd: CMD.kick, body: { deviceId: twin.deviceId, userId: twin.user.id } })
    // What the browser fetches after the bind must not be older than the first push that it receives.
    await interest?.announced(TELL_MS)
    send(peer, { cmd: CMD.ok, sessionId: packet.sessionId, body: { cmd: CMD.bind, data: 'bind success' } })
  }
  const handle = (peer: Peer, packet: Packet): unknown => {
    const { body, sessionId } = packet
    switch (packet.cmd) {
      case CMD.heartbeat:
      case CMD.ping:
        return send(peer, { cmd: packet.cmd, sessionId })
      case CMD.handshake: {
        const deviceId = body?.deviceId
        if (typeof deviceId !== 'string' || deviceId === '') return fail(peer, packet, CMD.handshake, 'Param invalid')
        if (peer.deviceId === deviceId) return fail(peer, packet, CMD.handshake, 'repeat handshake', 102, false)
        peer.deviceId = deviceId
        return send(peer, { cmd: CMD.handshake, sessionId })
      }
      case CMD.bind:
        return void bind(peer, packet)
      case CMD.unbind:
        peer.bound = false
        listen(peer, [])
        return send(peer, { cmd: CMD.ok, sessionId, body: { cmd: CMD.unbind, data: 'unbind success' } })
      case CMD.ack:
        return
      default:
        return fail(peer, packet, packet.cmd, 'unsupported command', 101)
    }
  }
  const open = (socket: WebSocket, user: User): void => {
    const peer: Peer = {
      socket,
      user,
      deviceId: null,
      bound: false,
      topics: new Set(),
      seenAt: options.clock.now(),
      looked: performance.now(),
      pushes: 0,
    }
    peers.add(peer)
    socket.on('close', () => {
      peers.delete(peer)
      listen(peer, [])
      interest?.changed()
    })
    socket.on('error', () => socket.terminate())
    socket.on('message', (data, isBinary) => {
      peer.seenAt = options.clock.now()
      if (isBinary) return socket.close()
      try {
        const packet = JSON.parse(String(data)) as Packet
        if (typeof packet !== 'object' || packet === null || typeof packet.cmd !== 'number') throw new Error('no packet')
        handle(peer, packet)
      } catch {
        fail(peer, { cmd: -1 }, -1, 'handle message error', 100)
      }
    })
  }
  const deliver = (peer: Peer, { json }: Content): void => {
    if (peer.socket.readyState !== peer.socket.OPEN) return
    if (peer.socket.bufferedAmount + json.length > SLOW_BYTES && peer.socket.bufferedAmount > 0) {
      options.log.info('slow socket cut off', { user: peer.user.id, waiting: peer.socket.bufferedAmount })
      peer.socket.terminate()
      return
    }
    peer.pushes += 1
    // Only the number differs between receivers, so the content is serialised once.
    const flags = JSON_BODY | WANTS_ACK
    peer.socket.send(`{"body":{"content":${json}},"cmd":${CMD.push},"flag":${flags},"flags":${flags},"sessionId":${peer.pushes}}`)
  }
  const wrap = (msgType: number, content: object): Content => ({
    json: JSON.stringify(JSON.stringify({ msgId: nextMessage(), msgType, content: JSON.stringify(content) })),
  })
  const deliverParts = async (topic: string, changes: Changes, cut: readonly Peer[]): Promise<void> => {
    const partOf = await audience.parted(
      topic,
      changes,
      cut.map(({ user }) => user),
    )
    const contents = new Map<Changes, Content>()
    for (const peer of cut) {
      const part = partOf(peer.user)
      if (part.length === 0 || !peer.topics.has(topic)) continue
      const content = contents.get(part) ?? wrap(2, { topic, changes: part })
      contents.set(part, content)
      deliver(peer, content)
    }
  }
  let parts = Promise.resolve()
  const pushHere: LiveHub['push'] = (tenantId, topic, payload) => {
    const changes = (payload as { changes?: unknown }).changes
    const cut: Peer[] = []
    let content: Content | undefined
    for (const peer of peersByTopic.get(nameOf(tenantId, topic)) ?? []) {
      if (!audience.mayReceive(peer.user, topic, payload)) continue
      if (Array.isArray(changes) && !audience.whole(peer.user, topic)) cut.push(peer)
      else {
        content ??= wrap(2, { topic, ...payload })
        deliver(peer, content)
      }
    }
    if (cut.length === 0) return
    parts = parts
      .then(() => deliverParts(topic, changes as Changes, cut))
      .catch((thrown: unknown) => {
        options.log.warn('changes for people with grants were lost', { topic, why: String(thrown) })
        for (const peer of cut) peer.socket.close(RESTART)
      })
  }
  const notifyHere: LiveHub['notify'] = (userId, payload) => {
    const content = wrap(1, payload)
    for (const peer of peers) if (peer.bound && peer.user.id === userId) deliver(peer, content)
  }
  const interest = options.relay && createInterest(options.relay, () => peersByTopic.keys())
  options.relay?.on('push', (body) => pushHere(...(body as Parameters<LiveHub['push']>)))
  options.relay?.on('notify', (body) => notifyHere(...(body as Parameters<LiveHub['notify']>)))
  // Pushes of other processes were lost while the relay was away: browsers reconnect and fetch.
  options.relay?.onReturn(() => {
    for (const peer of peers) peer.socket.close(RESTART)
  })
  const push: LiveHub['push'] = (tenantId, topic, payload) => {
    pushHere(tenantId, topic, payload)
    if (interest?.elsewhere(nameOf(tenantId, topic))) options.relay?.send('push', [tenantId, topic, payload])
  }
  let flushedAt = Number.NEGATIVE_INFINITY
  let flushing: NodeJS.Timeout | undefined
  const flush = (): void => {
    flushing = undefined
    flushedAt = performance.now()
    for (const { tenantId, topic, changes } of pending.values()) push(tenantId, topic, { changes: [...changes] })
    pending.clear()
  }
  const flushSoon = (): void => {
    flushing ??= setTimeout(flush, Math.max(MOMENT_MS, COALESCE_MS - (performance.now() - flushedAt)))
  }
  const sweep = setInterval(() => {
    for (const peer of peers) if (options.clock.now() - peer.seenAt > SILENT_MS) peer.socket.terminate()
  }, 60_000)
  const recheck = createRecheck<Peer>({
    peers,
    log: options.log,
    who: options.who,
    ended: (peer) => peer.socket.close(ENDED),
    renewed: (peer, user) => {
      const changed = !sameRights(peer.user, user)
      peer.user = user
      if (changed && peer.bound) deliver(peer, wrap(2, { topic: RIGHTS }))
      const seenAt = [...peer.topics].filter((topic) => audience.mayHear(user, topic))
      if (seenAt.length < peer.topics.size) listen(peer, seenAt)
    },
  })
  const listeners: LiveHub['listeners'] = (tenantId, topic) => {
    const name = nameOf(tenantId, topic)
    return (interest?.elsewhere(name) ?? 0) + (peersByTopic.get(name)?.size ?? 0)
  }

  return {
    push,
    listeners,
    recheck: () => {
      audience.forget()
      recheck.soon()
    },
    change: (tenantId, topic, key, value) => {
      const name = nameOf(tenantId, topic)
      const waiting = pending.get(name)
      if (waiting) {
        const { changes, merge } = waiting
        changes.set(key, merge && changes.has(key) ? merge(changes.get(key), value) : value)
      } else if (listeners(tenantId, topic) > 0)
        pending.set(name, { tenantId, topic, changes: new Map([[key, value]]), merge: audience.mergeOf(topic) })
      if (pending.size > 0) flushSoon()
    },
    notify: (userId, payload) => {
      notifyHere(userId, payload)
      options.relay?.send('notify', [userId, payload])
    },
    attach: (server) => {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy())
        if (addressOf(request)?.pathname !== '/ws') return socket.destroy()
        options
          .authenticate(tokenOf(request, options.publicUrl), request.socket.remoteAddress ?? '')
          .then((user) => {
            if (!user) refuse(socket, '401 Unauthorized')
            else if (countOf(user) >= most) refuse(socket, '429 Too Many Requests')
            else sockets.handleUpgrade(request, socket, head, (accepted) => open(accepted, user))
          })
          .catch(() => socket.destroy())
      })
    },
    stop: async () => {
      clearTimeout(flushing)
      clearInterval(sweep)
      recheck.stop()
      for (const peer of peers) peer.socket.close(RESTART)
      sockets.close()
      setTimeout(() => {
        for (const peer of peers) peer.socket.terminate()
      }, GOODBYE_MS).unref()
    },
  }
}
