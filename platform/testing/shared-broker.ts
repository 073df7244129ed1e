import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'

interface Message {
  readonly topic: string
  readonly payload: Buffer
}
interface Session {
  readonly id: string
  readonly version: 4 | 5
  readonly filters: Set<string>
  readonly unacked: Map<number, Message>
  socket: Socket | undefined
  keep: boolean
  nextId: number
  delivered: number
}

export interface SharedBroker {
  readonly url: string
  /** Number of messages that the broker has sent or queued for a client so far, without repeats. */
  readonly delivered: (clientId: string) => number
  readonly stop: () => Promise<void>
}

const matches = (filter: string, topic: string): boolean => {
  const [wanted, options] = [filter.split('/'), topic.split('/')]
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true
    if (level !== '+' && level !== options[at]) return false
  }
  return wanted.length === options.length
}
/** Group and filter of a shared subscription `$share/group/filter`; undefined for another subscription. */
const sharedOf = (filter: string): { group: string; plain: string } | undefined => {
  const [, group, plain] = /^\$share\/([^/]+)\/(.+)$/.exec(filter) ?? []
  return group && plain ? { group, plain } : undefined
}

/**
 * A small MQTT broker (3.1.1 and 5, QoS 1, kept sessions, last wills, shared subscriptions) for tests with several servers.
 * It accepts every client and keeps everything in memory: for tests only.
 */
export const startSharedBroker = async (): Promise<SharedBroker> => {
  const sessions = new Map<string, Session>()
  let turn = 0

  const send = (session: Session, packet: Packet): void => {
    session.socket?.write(generate(packet, { protocolVersion: session.version }))
  }
  const hand = (session: Session, messageId: number, { topic, payload }: Message, dup: boolean): void =>
    send(session, { cmd: 'publish', messageId, topic, payload, qos: 1, dup, retain: false })
  const deliver = (session: Session, message: Message): void => {
    do session.nextId = (session.nextId % 65_535) + 1
    while (session.unacked.has(session.nextId))
    session.unacked.set(session.nextId, message)
    session.delivered += 1
    hand(session, session.nextId, message, false)
  }
  /** Delivers a message and returns the number of deliveries: one for each matching subscription, and one for each shared group. */
  const publish = (message: Message): number => {
    const groups = new Map<string, Session[]>()
    let received = 0
    for (const session of sessions.values())
      for (const filter of session.filters) {
        const shared = sharedOf(filter)
        if (!matches(shared?.plain ?? filter, message.topic)) continue
        if (shared) groups.set(filter, [...(groups.get(filter) ?? []), session])
        else {
          deliver(session, message)
          received += 1
        }
      }
    for (const all of groups.values()) {
      const here = all.filter(({ socket }) => socket)
      const among = here.length > 0 ? here : all
      deliver(among[turn++ % among.length] as Session, message)
      received += 1
    }
    return received
  }
  const open = (socket: Socket, packet: IConnectPacket): Session => {
    const before = sessions.get(packet.clientId)
    before?.socket?.destroy()
    const resumed = !packet.clean && before?.keep
    const session: Session = resumed
      ? before
      : {
          id: packet.clientId,
          version: packet.protocolVersion === 5 ? 5 : 4,
          filters: new Set(),
          unacked: new Map(),
          socket,
          keep: !packet.clean || Boolean(packet.properties?.sessionExpiryInterval),
          nextId: 0,
          delivered: 0,
        }
    session.socket = socket
    sessions.set(session.id, session)
    send(session, { cmd: 'connack', returnCode: 0, reasonCode: 0, sessionPresent: Boolean(resumed) })
    for (const [id, message] of session.unacked) hand(session, id, message, true)
    return session
  }
  const handle = (session: Session, packet: Packet): void => {
    if (packet.cmd === 'publish') {
      const published = publish({ topic: packet.topic, payload: Buffer.from(packet.payload) })
      if (packet.qos > 0) send(session, { cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: published > 0 ? 0 : 16 })
    } else if (packet.cmd === 'puback') session.unacked.delete(packet.messageId ?? 0)
    else if (packet.cmd === 'subscribe') {
      for (const { topic } of packet.subscriptions) session.filters.add(topic)
      send(session, { cmd: 'suback', messageId: packet.messageId ?? 0, granted: packet.subscriptions.map(() => 1) })
    } else if (packet.cmd === 'unsubscribe') {
      for (const topic of packet.unsubscriptions) session.filters.delete(topic)
      send(session, { cmd: 'unsuback', messageId: packet.messageId ?? 0, granted: packet.unsubscriptions.map(() => 0) })
    } else if (packet.cmd === 'pingreq') send(session, { cmd: 'pingresp' })
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const reader = parser()
    let session: Session | undefined
    let will: Message | undefined
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    reader.on('error', () => socket.destroy())
    reader.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        session = open(socket, packet)
        will = packet.will && { topic: packet.will.topic, payload: Buffer.from(packet.will.payload) }
      } else if (packet.cmd === 'disconnect') {
        will = undefined
        if (session && packet.properties?.sessionExpiryInterval === 0) session.keep = false
        socket.end()
      } else if (session) handle(session, packet)
    })
    socket.on('data', (chunk) => reader.parse(chunk))
    socket.on('close', () => {
      sockets.delete(socket)
      if (session?.socket !== socket) return
      session.socket = undefined
      if (!session.keep) sessions.delete(session.id)
      if (will) publish(will)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered: (clientId) => sessions.get(clientId)?.delivered ?? 0,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
