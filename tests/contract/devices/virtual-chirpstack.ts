import { createApplicationBroker } from '@lamplight/server-kit/mqtt-application'
import { type ChirpStackOptions, createChirpStackApi, createVirtualChirpStack } from '@lamplight/virtual-city'
import { connectAsync } from 'mqtt'

const EVENTS = 'application/+/device/+/event/+'
const COMMANDS = 'application/+/device/+/command/+'
export const [USER, PASSWORD, TOKEN] = ['lamplight', 'a password of the application', 'a token of the API'] as const

/**
 * Opens a ChirpStack for a test: a broker, the virtual ChirpStack as its client, and its API. `events` collects the events that it published, `commands`
 * the commands that it received.
 */
export const openChirpStack = async (options: Omit<ChirpStackOptions, 'publish'>) => {
  const broker = await createApplicationBroker({
    port: 0,
    users: [
      { name: 'chirpstack', password: 'own', publishes: [EVENTS], subscribes: [COMMANDS] },
      { name: USER, password: PASSWORD, publishes: [COMMANDS], subscribes: [EVENTS] },
    ],
  })
  const client = await connectAsync(broker.url, { clientId: 'chirpstack', username: 'chirpstack', password: 'own', reconnectPeriod: 0 })
  const events: { readonly topic: string; readonly kind: string; readonly message: Record<string, unknown> }[] = []
  const commands: Record<string, unknown>[] = []
  const publish = (topic: string, payload: string): void => {
    events.push({ topic, kind: topic.split('/').at(-1) ?? '', message: JSON.parse(payload) as Record<string, unknown> })
    client.publish(topic, payload, { qos: 1 })
  }
  const made = createVirtualChirpStack({ ...options, publish })
  let enqueued = 0
  const stack: typeof made = {
    ...made,
    enqueue: (groupId, frame) => {
      enqueued += 1
      return made.enqueue(groupId, frame)
    },
  }
  client.on('message', (topic, payload) => {
    commands.push(JSON.parse(payload.toString()) as Record<string, unknown>)
    stack.command(topic, payload.toString())
  })
  await client.subscribeAsync(stack.commandFilter, { qos: 1 })
  const api = await createChirpStackApi(stack, TOKEN)
  return {
    mqttUrl: broker.url,
    apiUrl: api.url,
    stack,
    events,
    commands,
    /** Number of multicast downlinks that the API accepted. */
    enqueued: () => enqueued,
    /** Publishes any message, also one that a ChirpStack would not send. */
    say: (topic: string, message: object): Promise<unknown> => client.publishAsync(topic, JSON.stringify(message), { qos: 1 }),
    close: async (): Promise<void> => {
      stack.stop()
      await api.stop()
      await client.endAsync(true)
      await broker.stop()
    },
  }
}
