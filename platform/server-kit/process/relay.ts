import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../platform-types.ts'

const CHANNEL = 'lamplight'
/** Size of one part, bytes: PostgreSQL limits a notification to less than 8000. */
const PART_BYTES = 7800
const GATHER_MS = 5
const BEAT_MS = 2000
/** A process that has sent nothing for this long counts as gone, ms. */
const GONE_MS = 7000
const ANSWER_MS = 5000
const WAITING_AT_MOST = 20_000
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 2000

type RelayListener = (body: unknown, from: string) => void

/**
 * Sends messages between the processes of one database by its `notify`. Messages are lost while the database cannot be reached; listeners learn
 * of that by `onReturn` and must then read the state themselves. Messages of one process arrive in order.
 */
export interface Relay {
  readonly send: (kind: string, body: unknown) => void
  readonly on: (kind: string, listener: RelayListener) => void
  /** Calls the listener when another process appears or is gone. */
  readonly onPeer: (listener: (id: string, here: boolean) => void) => void
  /** Calls the listener when a lost connection is back. */
  readonly onReturn: (listener: () => void) => void
  /** Number of other processes that are present now. */
  readonly peers: () => number
  /** Resolves when every present process has received what was sent before, at the latest after `ms`. */
  readonly settled: (ms: number) => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

const asciiOf = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Joins the parts of messages; the parts of one sender arrive in order. */
const createAssembly = () => {
  const open = new Map<string, string>()
  return {
    /** Returns the complete text when its last part has arrived. */
    take: (from: string, rest: boolean, text: string): string | undefined => {
      const whole = (open.get(from) ?? '') + text
      open.delete(from)
      if (!rest) return whole
      open.set(from, whole)
      return undefined
    },
    forget: (from: string) => open.delete(from),
  }
}

export const createRelay = (options: { url: string; log: Log }): Relay => {
  const { log } = options
  const self = randomUUID().slice(0, 8)
  const listeners = new Map<string, RelayListener[]>()
  const peers = new Map<string, number>()
  const assembly = createAssembly()
  const peerListeners: ((id: string, here: boolean) => void)[] = []
  const returnListeners: (() => void)[] = []
  const waiting = new Map<string, { from: Set<string>; done: () => void }>()
  let parts: string[] = []
  let sent = 0
  let client: pg.Client | undefined
  let gathering: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let stopped = false

  const send: Relay['send'] = (kind, body) => {
    if (!client || stopped) return
    const text = asciiOf([kind, body])
    for (let at = 0; at < text.length; at += PART_BYTES) {
      sent += 1
      // The number makes each part unique: PostgreSQL drops duplicates within a transaction.
      parts.push(`${self}:${sent}:${at + PART_BYTES < text.length ? 1 : 0}:${text.slice(at, at + PART_BYTES)}`)
    }
    if (parts.length > WAITING_AT_MOST) {
      log.warn('news for other processes dropped', { parts: parts.length })
      parts = []
    }
    gathering ??= setTimeout(flush, GATHER_MS)
  }
  const flush = (): void => {
    gathering = undefined
    const now = parts
    const by = client
    parts = []
    if (now.length === 0 || !by) return
    writing = writing
      .then(() => by.query('select pg_notify($1, part) from unnest($2::text[]) as part', [CHANNEL, now]))
      .then(
        () => undefined,
        () => by.end().catch(() => undefined),
      )
  }
  const alive = (from: string): void => {
    const known = peers.has(from)
    peers.set(from, performance.now())
    if (known) return
    for (const listener of peerListeners) listener(from, true)
    send('here', null)
  }
  const lose = (from: string): void => {
    peers.delete(from)
    assembly.forget(from)
    for (const listener of peerListeners) listener(from, false)
    for (const one of waiting.values()) if (one.from.delete(from) && one.from.size === 0) one.done()
  }
  const receive = (payload: string): void => {
    const [from = '', , rest] = payload.split(':', 3)
    if (from === self) return
    const text = assembly.take(from, rest === '1', payload.slice(payload.indexOf(':', from.length + 1) + 3))
    if (text === undefined) return
    let message: [string, unknown]
    try {
      message = JSON.parse(text) as [string, unknown]
    } catch {
      // The first parts were sent before this process listened.
      return
    }
    const [kind, body] = message
    if (kind === 'gone') {
      lose(from)
      return
    }
    alive(from)
    for (const listener of listeners.get(kind) ?? []) listener(body, from)
  }
  const on: Relay['on'] = (kind, listener) => {
    listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
  }
  on('settle?', (token) => send('settled', token))
  on('settled', (token, from) => {
    const one = waiting.get(String(token))
    if (one?.from.delete(from) && one.from.size === 0) one.done()
  })

  const connect = async (): Promise<void> => {
    const made = new pg.Client({
      connectionString: options.url,
      // A notification need not wait for the disk.
      options: '-c synchronous_commit=off -c statement_timeout=5000',
      query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
      keepAlive: true,
    })
    const lost = new Promise<void>((resolve) => {
      made.on('error', () => resolve())
      made.on('end', () => resolve())
    })
    made.on('notification', (message) => receive(message.payload ?? ''))
    await made.connect()
    await made.query(`listen ${CHANNEL}`)
    client = made
    send('here', null)
    void lost.then(() => {
      if (client === made) client = undefined
      if (!stopped) void again()
    })
  }
  const again = async (): Promise<void> => {
    log.warn('news of other processes interrupted')
    for (let pause = FIRST_PAUSE_MS; !stopped; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const back = await connect().then(
        () => true,
        () => false,
      )
      if (!back) continue
      for (const listener of returnListeners) listener()
      return
    }
  }
  const beat = setInterval(() => {
    send('here', null)
    for (const [from, at] of peers) if (performance.now() - at > GONE_MS) lose(from)
  }, BEAT_MS)
  beat.unref()

  return {
    send,
    on,
    onPeer: (listener) => void peerListeners.push(listener),
    onReturn: (listener) => void returnListeners.push(listener),
    peers: () => peers.size,
    settled: (ms) => {
      if (peers.size === 0) return Promise.resolve()
      const token = randomUUID()
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          waiting.delete(token)
          resolve()
        }
        const timer = setTimeout(done, ms)
        waiting.set(token, { from: new Set(peers.keys()), done })
        send('settle?', token)
      })
    },
    start: connect,
    stop: async () => {
      clearInterval(beat)
      send('gone', null)
      clearTimeout(gathering)
      flush()
      stopped = true
      await writing
      await client?.end().catch(() => undefined)
    },
  }
}
