import { isSerialNumber, parseTopic, topics } from '@lamplight/protocol'
import type { AuthenticateError, Client, PublishPacket, Subscription } from 'aedes'
import type { MqttPort, RefusedAct, UpMessage } from '../gateway-link.ts'
import type { Clock, Log } from '../platform-types.ts'
import type { Connection } from './connection.ts'
import type { BrokerLimits } from './limits.ts'
import { createRefusalDelay } from './refusal-delay.ts'

/** CONNACK return codes (MQTT 3.1.1, 3.2.2.3). */
const REFUSAL = { unavailable: 3, badSecret: 4, notAuthorized: 5 } as const
type Refusal = keyof typeof REFUSAL

type Done<E = Error> = (error: E | null, allowed: boolean) => void
type SecretCheck = Parameters<MqttPort['authenticate']>[0]
type Consumer = (message: UpMessage) => Promise<void>

export interface RuleCounts {
  received: number
  /** Number of sign-ins with a wrong secret or wrong names. */
  signInsRefused: number
  /** Number of refused topics, retained messages, sizes and subscriptions. */
  actsRefused: number
}

/** A gateway that connects while the server starts waits this long, ms: after a refusal it would stay away much longer. */
const READY_MS = 8000

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const refusal = (why: Refusal): AuthenticateError => Object.assign(new Error(why), { returnCode: REFUSAL[why] })
const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Rules for gateways at the embedded broker: sign in with its own secret, publish on its own `up` topics, subscribe to its own `down` topics. */
export const createRules = (options: { log: Log; clock: Clock; limits: BrokerLimits; connectionOf: (client: Client) => Connection }) => {
  const { log, clock, connectionOf } = options
  const delayOf = createRefusalDelay({ now: () => performance.now(), ...options.limits })
  const count: RuleCounts = { received: 0, signInsRefused: 0, actsRefused: 0 }
  let check: SecretCheck | undefined
  let consumer: Consumer | undefined
  const ready = Promise.withResolvers<void>()
  const lookReady = (): void => {
    if (check && consumer) ready.resolve()
  }

  let onRefused: (act: RefusedAct) => void = () => undefined
  let onMisnamed: (gateway: string, ip: string) => void = () => undefined
  /** Counts and reports a refused action; returns the error that ends the connection. Before the sign-in it is only counted and logged. */
  const refuseAct = (
    connection: Pick<Connection, 'gateway' | 'ip'>,
    what: RefusedAct['what'],
    detail: string,
    payload: Uint8Array | string = '',
  ): Error => {
    count.actsRefused += 1
    log.warn('gateway refused', { gateway: connection.gateway, ip: connection.ip, what, detail })
    if (connection.gateway !== '') onRefused({ gateway: connection.gateway, what, detail, payload, at: clock.now() })
    return new Error(`${what} ${detail}`)
  }

  const signIn = async (client: Client, username: string | undefined, secret: string | undefined): Promise<Refusal | null> => {
    const connection = connectionOf(client)
    if (!check || !consumer) await Promise.race([ready.promise, wait(READY_MS)])
    if (!check || !consumer) return 'unavailable'
    const named = username ?? client.id
    if (!isSerialNumber(named)) return 'notAuthorized'
    if (username !== client.id || !secret) {
      onMisnamed(named, connection.ip)
      return 'notAuthorized'
    }
    const fits = await check(named, secret, connection.ip)
    if (fits === 'later') return 'unavailable'
    if (!fits) {
      await wait(delayOf(connection.ip))
      return 'badSecret'
    }
    connection.gateway = named
    return null
  }

  /**
   * Passes a message to the consumer; resolves when the next message of the connection may be read.
   * With `stored` that is before this one is stored.
   */
  const take = async (client: Client, packet: PublishPacket, stored?: (failure?: Error) => void): Promise<void> => {
    const parsed = parseTopic(packet.topic)
    const connection = connectionOf(client)
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    if (parsed?.direction !== 'up' || parsed.gateway !== client.id)
      throw refuseAct(connection, 'topic', packet.topic.slice(0, 200), payload)
    if (packet.retain) throw refuseAct(connection, 'retained', packet.topic, payload)
    if (!consumer) throw new Error('nobody consumes')
    count.received += 1
    const receivedAt = clock.now()
    // A last will belongs to a connection that is already closed; it must be processed before the sign-in that follows.
    const delay = client.closed ? 0 : connection.delay()
    if (delay > 0) await wait(delay)
    const storing = consumer({ gateway: parsed.gateway, kind: parsed.kind, payload, receivedAt })
    const room = connection.hold(payload.length, storing)
    if (!stored) return storing
    storing.then(
      () => stored(),
      (thrown: unknown) => stored(errorOf(thrown)),
    )
    await room
  }

  /** Acknowledges a QoS 1 message when it is stored, instead of the library, which would not read on until then. */
  const takeAhead = (client: Client, packet: PublishPacket): Promise<void> => {
    const { qos, messageId } = packet
    const connection = connectionOf(client)
    packet.qos = 0
    return take(client, packet, (failure) => {
      if (failure) {
        if (!client.closed) client.emit('error', failure)
      } else if (qos === 1 && messageId !== undefined) connection.acknowledge(messageId)
    })
  }

  return {
    count,
    refuseAct,
    onRefused: (listener: (act: RefusedAct) => void): void => {
      onRefused = listener
    },
    onMisnamed: (listener: (gateway: string, ip: string) => void): void => {
      onMisnamed = listener
    },
    setCheck: (secretCheck: SecretCheck): void => {
      check = secretCheck
      lookReady()
    },
    setConsumer: (taken: Consumer): void => {
      consumer = taken
      lookReady()
    },
    authenticate: (client: Client, username: string | undefined, password: Buffer | undefined, done: Done<AuthenticateError>): void => {
      const answer = (why: Refusal | null): void => {
        if (why) count.signInsRefused += 1
        done(why ? refusal(why) : null, why === null)
      }
      signIn(client, username, password?.toString('utf8')).then(answer, (thrown: unknown) => {
        log.error('sign-in of a gateway failed', { gateway: username, why: String(thrown) })
        answer('unavailable')
      })
    },
    authorizePublish: (client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void => {
      // A will without a client comes from another broker of a cluster, which does not exist here.
      const taken = client && (client.closed || packet.qos > 1 ? take(client, packet) : takeAhead(client, packet))
      Promise.resolve(taken).then(
        () => done(null),
        (thrown: unknown) => done(errorOf(thrown)),
      )
    },
    authorizeSubscribe: (
      client: Client,
      subscription: Subscription,
      done: (error: Error | null, granted?: Subscription | null) => void,
    ): void => {
      const parsed = parseTopic(subscription.topic)
      const own = (parsed?.direction === 'down' && parsed.gateway === client.id) || subscription.topic === topics.downFilter(client.id)
      const granted = own && subscription.qos > 0
      if (!granted) refuseAct(connectionOf(client), 'subscription', `${subscription.topic.slice(0, 200)} with QoS ${subscription.qos}`)
      done(null, granted ? subscription : null)
    },
  }
}
