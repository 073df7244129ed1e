import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

interface Change {
  readonly topic: string
  readonly changes: readonly (readonly [key: string, value: unknown])[]
}
export interface Listener {
  /** Newest value of each key of a topic. */
  readonly seen: (topic: string) => ReadonlyMap<string, unknown>
  /** Number of lost connections. */
  readonly losses: () => number
  readonly bound: () => boolean
  readonly stop: () => void
}

const BACK_MS = 100
const JSON_FLAG = 16

/** A browser's push socket: handshake, bind, acknowledgements. After a loss it connects to the next address and then calls `onReturn`. */
export const listen = (options: {
  urls: () => readonly string[]
  token: () => string
  userId: () => string
  tags: readonly string[]
  onReturn?: () => void
}): Listener => {
  const topics = new Map<string, Map<string, unknown>>()
  const deviceId = randomUUID()
  let socket: WebSocket | undefined
  let stopped = false
  let isBound = false
  let losses = 0
  let turn = 0

  const receive = (text: string): void => {
    const packet = JSON.parse(text) as { cmd: number; sessionId: number; body?: Record<string, unknown> }
    const send = (cmd: number, body?: object): void =>
      socket?.send(JSON.stringify({ cmd, flag: JSON_FLAG, flags: JSON_FLAG, sessionId: packet.sessionId, ...(body ? { body } : {}) }))
    if (packet.cmd === 2) send(5, { userId: options.userId(), tags: options.tags.join() })
    if (packet.cmd === 11 && packet.body?.cmd === 5) {
      isBound = true
      if (losses > 0) options.onReturn?.()
    }
    if (packet.cmd !== 15) return
    send(23)
    const { content } = JSON.parse(String(packet.body?.content)) as { content: string }
    const { topic, changes = [] } = JSON.parse(content) as Change
    const of = topics.get(topic) ?? new Map<string, unknown>()
    for (const [key, value] of changes) of.set(key, value)
    topics.set(topic, of)
  }
  const open = (): void => {
    const urls = options.urls()
    const url = urls[turn++ % urls.length] as string
    const made = new WebSocket(`${url.replace('http', 'ws')}/ws?Blade-Auth=${options.token()}`)
    socket = made
    made.onopen = () => made.send(JSON.stringify({ cmd: 2, flag: JSON_FLAG, flags: JSON_FLAG, sessionId: 1, body: { deviceId } }))
    made.onmessage = ({ data }) => receive(String(data))
    made.onclose = async () => {
      if (stopped) return
      if (isBound) losses += 1
      isBound = false
      await sleep(BACK_MS)
      open()
    }
  }
  open()
  return {
    seen: (topic) => topics.get(topic) ?? new Map(),
    losses: () => losses,
    bound: () => isBound,
    stop: () => {
      stopped = true
      socket?.close()
    },
  }
}
