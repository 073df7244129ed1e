import { createServer, type Socket } from 'node:net'
import { Aedes, type AuthenticateError, type Client } from 'aedes'

/** A user of the broker, with the topic filters within which it may publish and subscribe. `+` stands for one level. */
export interface BrokerUser {
  readonly name: string
  readonly password: string
  readonly publishes: readonly string[]
  readonly subscribes: readonly string[]
}
export interface ApplicationBroker {
  readonly url: string
  readonly stop: () => Promise<void>
}

const NOT_AUTHORIZED = 5
const QUEUED_AT_MOST = 1000

/** True if `filter` matches `topic`, which may be a filter too: then `filter` must match every topic that it matches. */
const isWithin = (topic: string, filter: string): boolean => {
  const [parts, allowed] = [topic.split('/'), filter.split('/')]
  return parts.length === allowed.length && allowed.every((one, at) => (one === '+' ? parts[at] !== '#' : one === parts[at]))
}

/**
 * An MQTT 3.1.1 broker in this process with its own users and topics, for the virtual ChirpStack of the demo and for tests; gateways do not use it.
 * Sessions with `clean: false` keep QoS 1 messages while their client is away, as in Mosquitto. Listens on this machine only; `port` 0 takes a free port.
 */
export const createApplicationBroker = async (options: {
  readonly port: number
  readonly users: readonly BrokerUser[]
}): Promise<ApplicationBroker> => {
  const userOf = new WeakMap<Client, BrokerUser>()
  const broker = await Aedes.createBroker({
    queueLimit: QUEUED_AT_MOST,
    authenticate: (client, name, password, done) => {
      const user = options.users.find((one) => one.name === name && one.password === String(password ?? ''))
      if (user) {
        userOf.set(client, user)
        return done(null, true)
      }
      const refusal = new Error('not authorized') as AuthenticateError
      refusal.returnCode = NOT_AUTHORIZED
      done(refusal, null)
    },
    authorizePublish: (client, packet, done) => {
      const user = client ? userOf.get(client) : undefined
      done(user?.publishes.some((filter) => isWithin(packet.topic, filter)) ? null : new Error('topic not allowed'))
    },
    authorizeSubscribe: (client, subscription, done) => {
      const isAllowed = client !== null && userOf.get(client)?.subscribes.some((filter) => isWithin(subscription.topic, filter))
      done(null, isAllowed ? subscription : null)
    },
  })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen(options.port, '127.0.0.1', ready)
  })
  const address = server.address()
  return {
    url: `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : options.port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
      await new Promise<void>((done) => broker.close(() => done()))
    },
  }
}
